// SPDX-License-Identifier: Apache-2.0
/// A figure as pgfplots source that contains its data, to be typeset in a document's own fonts.
#pragma once

#include <string>

#include "core/figures/figure.h"

namespace kvw::figures {

/// Returns a tikzpicture of `millimetres` width, unless the figure has one of its own (FigurePrint); a comment in it
/// names the packages it needs. Long lines keep the extremes of bins of steps, large maps get larger cells, which their
/// colour bar names; the comment says so. `letter`: label of the figure on a page of several, "(a)"; it heads the first
/// panel.
[[nodiscard]] std::string toPgfplots(const FigureSpec& figure, double millimetres = 178,
                                     const std::string& letter = {});

}  // namespace kvw::figures
