// SPDX-License-Identifier: Apache-2.0
/// A figure as pgfplots source with its data inside: to be set in a document's own fonts.
#pragma once

#include <string>

#include "core/bundle/figure.h"

namespace kvw::figures {

/// A tikzpicture of `millimetres` width; a comment names the packages it needs. Long lines keep the extremes of bins of
/// steps, large maps have larger cells, which their colour bar names; the comment says so. `letter`: what the figure is
/// called on a page of several, "(a)"; heads its first panel.
[[nodiscard]] std::string toPgfplots(const FigureSpec& figure, double millimetres = 178,
                                     const std::string& letter = {});

}  // namespace kvw::figures
