// SPDX-License-Identifier: Apache-2.0
/// Maps in pgfplots, with as few cells as TeX takes.
#pragma once

#include <string>

#include "core/figures/figure_colours.h"

namespace kvw::figures {

/// Returns a map with as few cells as pdflatex takes with its default memory: each cell pools equally many cells of
/// `map`, and the label of the colour bar says so ("max of 35 × 35"). A small map is returned as it is. The last cells
/// may extend beyond the map. `along`, `across`: names of the x and y axes.
[[nodiscard]] FigureMap thinnedMap(const FigureMap& map, const std::string& along, const std::string& across);

[[nodiscard]] std::string latexRgb(const FigureColour& colour);

/// Returns the cells without a value, then a plot of those that have one; future cells stay white.
[[nodiscard]] std::string mapText(const FigureMap& map);
/// Returns the numbers in the cells, in small type, and the frames of the best. `numbers`: the map before its colours
/// were scaled for TeX; `width`, `height`: of the panel, in millimetres.
[[nodiscard]] std::string printedText(const FigureMap& map, const FigureMap& numbers, const FigurePrint& print,
                                      double width, double height);

}  // namespace kvw::figures
