// SPDX-License-Identifier: Apache-2.0
/// Marks of a panel in pgfplots with their labels, and ticks where those of TeX do not serve.
#pragma once

#include <string>

#include "core/figures/legend_spot.h"

namespace kvw::figures {

struct MarksText {
    std::string drawn;  ///< commands after the plots
    std::string room;   ///< axis option for room above the data, so that labels hide none; empty: not needed
    double share = 0;   ///< share of the height that the labels take
};
/// Returns the marks of a panel. `width` and `height`: of the panel within its axes, in millimetres.
[[nodiscard]] MarksText marksText(const FigurePanel& panel, double width, double height);

/// Returns the tick options of a logarithmic axis ("x" or "y") that is too short for powers of ten; empty for any
/// other.
[[nodiscard]] std::string logTicks(const FigurePanel& panel, bool isX, std::size_t most);

/// Returns the ends of an axis as pgfplots draws it. `words`: share of the height that labels of marks take.
[[nodiscard]] AxisEnds axisEnds(const FigurePanel& panel, bool isX, double words);

}  // namespace kvw::figures
