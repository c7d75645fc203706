// SPDX-License-Identifier: Apache-2.0
/// What tells the lines of a figure apart beside their colour, alike in every format.
#pragma once

#include <vector>

#include "core/bundle/figure.h"

namespace kvw::figures {

/// Lengths of dashes and gaps in widths of the line; empty: solid. The patterns are equally long and leave gaps at
/// different places, so that of lines on each other all are seen.
[[nodiscard]] std::vector<double> dashOf(const FigureSeries& series);

}  // namespace kvw::figures
