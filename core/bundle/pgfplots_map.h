// SPDX-License-Identifier: Apache-2.0
/// Maps in pgfplots, with as few cells as TeX takes.
#pragma once

#include <string>

#include "core/bundle/figure_colours.h"

namespace kvw::figures {

/// Of what pdflatex takes without its memory being enlarged: each cell stands for as many whole cells of the map as
/// every other, and the label of the colour bar names what it is then ("max of 35 × 35"). Where nothing is thinned the
/// map as it is. The last cells may end behind the map. `along`, `across`: names of the axes.
[[nodiscard]] FigureMap thinnedMap(const FigureMap& map, const std::string& along, const std::string& across);

[[nodiscard]] std::string latexRgb(const FigureColour& colour);

/// Cells without a value, then a plot of those that have one; future cells stay white.
[[nodiscard]] std::string mapText(const FigureMap& map);

}  // namespace kvw::figures
