// SPDX-License-Identifier: Apache-2.0
/// A figure as pgfplots source with its data inside: to be set in a document's own fonts.
#pragma once

#include <string>

#include "core/bundle/figure.h"

namespace kvw::figures {

/// A tikzpicture of `millimetres` width; a comment names the packages it needs. Long lines keep the extremes of bins of
/// steps, large maps their largest values; the comment says so.
[[nodiscard]] std::string toPgfplots(const FigureSpec& figure, double millimetres = 178);

}  // namespace kvw::figures
