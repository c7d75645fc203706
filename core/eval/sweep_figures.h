// SPDX-License-Identifier: Apache-2.0
/// The figures of a sweep, as descriptions: the window and `kvw sweep` draw and write the same.
#pragma once

#include "core/bundle/figure.h"
#include "core/eval/sweep_results.h"

namespace kvw {

/// A cost against ΔNLL, a point per run or mean of repeats, whose deviation is a bar; a series per policy where there
/// are several; the front is a line. `cost`: BytesLive or TpotMs.
[[nodiscard]] FigureSpec sweepFront(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                    SweepNumber cost = SweepNumber::BytesLive);
/// A number over the axes that `mapSides` names, the mean over all others; over the only axis, a line with deviations;
/// without an axis or a row, a figure whose panel is empty. `policy`: of that one, where policies are no side
/// (`mapPolicyAxis`); empty: the mean over them, too.
[[nodiscard]] FigureSpec sweepMap(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                  SweepNumber number = SweepNumber::DeltaNll, const std::string& policy = {});
/// The map, or where policies are no side of it, one per policy: "sweep-map-1-streaming", "sweep-map-2-h2o".
[[nodiscard]] std::vector<FigureSpec> sweepMaps(const std::vector<std::string>& names,
                                                const std::vector<SweepRow>& rows,
                                                SweepNumber number = SweepNumber::DeltaNll);
/// The different values of an axis, in the order in which the rows name them.
[[nodiscard]] std::vector<std::string> axisValues(const std::vector<SweepGroup>& groups, std::size_t axis);

}  // namespace kvw
