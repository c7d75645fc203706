// SPDX-License-Identifier: Apache-2.0
/// Marks of a panel in pgfplots with their words, and numbers on its axes where TeX's own are no good.
#pragma once

#include <string>

#include "core/bundle/legend_spot.h"

namespace kvw::figures {

struct MarksText {
    std::string drawn;  ///< behind the plots
    std::string room;   ///< an option of the axis: above the data, so that words hide none; empty: none is needed
    double share = 0;   ///< of the height, which the words have
};
/// `width` and `height`: of the panel within its axes, in millimetres.
[[nodiscard]] MarksText marksText(const FigurePanel& panel, double width, double height);

/// Options of a logarithmic axis ("x" or "y") that is too short for powers of ten; empty: it is not.
[[nodiscard]] std::string logTicks(const FigurePanel& panel, bool isX, std::size_t most);

/// As pgfplots draws it, with so much of its height for words.
[[nodiscard]] AxisEnds axisEnds(const FigurePanel& panel, bool isX, double words);

}  // namespace kvw::figures
