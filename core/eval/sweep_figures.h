// SPDX-License-Identifier: Apache-2.0
/// The figures of a sweep, as descriptions: the window and `kvw sweep` draw and write the same.
#pragma once

#include "core/bundle/figure.h"
#include "core/eval/sweep_results.h"

namespace kvw {

/// A cost against ΔNLL, a point per run or mean of repeats, whose deviation is a bar; the front is a line. `cost`:
/// BytesLive or TpotMs.
[[nodiscard]] FigureSpec sweepFront(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                    SweepNumber cost = SweepNumber::BytesLive);
/// A number over the first two axes but the seed, the mean over all others; over the only axis, a line with deviations;
/// without an axis or a row, a figure whose panel is empty.
[[nodiscard]] FigureSpec sweepMap(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                  SweepNumber number = SweepNumber::DeltaNll);
/// The different values of an axis, in the order in which the rows name them.
[[nodiscard]] std::vector<std::string> axisValues(const std::vector<SweepGroup>& groups, std::size_t axis);

}  // namespace kvw
