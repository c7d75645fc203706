// SPDX-License-Identifier: Apache-2.0
/// Dashes, bar positions and legend names of a figure's series, the same in every format.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/figures/figure.h"

namespace kvw::figures {

/// Share of a panel's height (or width) that a band of marks takes, as a strip along the edge: the data stay readable
/// over a whole run of prunes.
inline constexpr double kBandShare = 0.015;

/// Returns the lengths of dashes and gaps in widths of the line; empty: solid. The patterns are equally long and have
/// gaps at different places, so that overlapping lines are all visible.
[[nodiscard]] std::vector<double> dashOf(const FigureSeries& series);

struct LinePoint {
    double x = 0, y = 0, deviation = 0;  ///< deviation: not a number without one
};
/// Returns at most `most` points of a series: of each bin the lowest and the highest, so that no spike is lost.
/// `thinned` becomes true if there are more.
[[nodiscard]] std::vector<LinePoint> linePoints(const FigureSeries& series, std::size_t most, bool& thinned);

/// Position of a bar relative to its number on the x axis, and its width, in units of the axis.
struct BarPlace {
    double shift = 0, width = 0.6;
};
/// Returns the position of bar `place` in a group of `count`.
[[nodiscard]] BarPlace barPlace(std::size_t place, std::size_t count);
/// Returns the position of the bars of `series`, one of `panel`. Bars of several lanes stand side by side, in the order
/// of the series; points for budget and capacity stand over the bar of the series before them.
[[nodiscard]] BarPlace barPlace(const FigurePanel& panel, const FigureSeries& series);

/// Returns the legend entry of `series`, one of `panel`; empty: none. With bars of several lanes, only the first of the
/// series that mark budgets (or capacities) has an entry, "budget"; a single curve that the axis names has none.
[[nodiscard]] std::string legendName(const FigurePanel& panel, const FigureSeries& series);

}  // namespace kvw::figures
