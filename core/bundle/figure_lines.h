// SPDX-License-Identifier: Apache-2.0
/// What tells the lines and bars of a figure apart beside their colour, alike in every format.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/bundle/figure.h"

namespace kvw::figures {

/// Of the height of a panel (or its width), the strip along its edge that is a band of marks: the data stay readable
/// over a whole run of prunes.
inline constexpr double kBandShare = 0.015;

/// Lengths of dashes and gaps in widths of the line; empty: solid. The patterns are equally long and leave gaps at
/// different places, so that of lines on each other all are seen.
[[nodiscard]] std::vector<double> dashOf(const FigureSeries& series);

/// Where a bar stands beside its number on the x axis, and how wide it is, both in units of the axis.
struct BarPlace {
    double shift = 0, width = 0.6;
};
/// Of bars that stand in groups of `count`, the one at `place`.
[[nodiscard]] BarPlace barPlace(std::size_t place, std::size_t count);
/// `series` is one of `panel`. Bars of several lanes stand beside one another, in the order of the series; points for
/// budget and capacity stand over the bar of the series before them.
[[nodiscard]] BarPlace barPlace(const FigurePanel& panel, const FigureSeries& series);

/// Of several lanes, what marks all bars has one entry ("budget"); its other series, and a line that the axis names,
/// have none: empty. `series` is one of `panel`.
[[nodiscard]] std::string legendName(const FigurePanel& panel, const FigureSeries& series);

}  // namespace kvw::figures
