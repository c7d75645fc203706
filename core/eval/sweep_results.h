// SPDX-License-Identifier: Apache-2.0
/// What the runs of a sweep came to: a row each, and the figures of them. Definitions of the numbers: METRICS.md.
#pragma once

#include <string>
#include <vector>

#include "core/bundle/figure.h"
#include "core/eval/sweep.h"
#include "core/trace/recording.h"

namespace kvw {

/// NaN: undefined.
struct SweepRow {
    std::string id, policy;
    std::vector<std::string> values;  ///< [axes]
    double meanNll = kMissing, deltaNll = kMissing, meanKl = kMissing, answersNll = kMissing;
    double bytesLive = kMissing;  ///< of keys and values after the last step
    double heldShare = kMissing;  ///< of the bytes of the full cache, then
    double tpotMs = kMissing;
    bool front = false;        ///< no other row has both fewer bytes and a lower delta
    std::string problem = {};  ///< why there are no numbers; empty: there are
};

/// Of a recording of that point: its last lane.
[[nodiscard]] SweepRow sweepRow(const SweepPoint& point, const Recording& recording);
/// Marks the Pareto front, bytes against ΔNLL; rows that are equal in both are both on it.
void markFront(std::vector<SweepRow>& rows);
/// One line per row: the axes, then the numbers; undefined ones are empty. `names`: of the axes. Times are left out, so
/// that the file is the same for the same runs.
[[nodiscard]] std::string sweepCsv(const std::vector<std::string>& names, const std::vector<SweepRow>& rows);
/// Bytes against ΔNLL, and the front as a line.
[[nodiscard]] FigureSpec sweepFront(const std::vector<SweepRow>& rows);
/// ΔNLL over the first two axes, the mean over all others; a figure without maps if there are fewer.
[[nodiscard]] FigureSpec sweepMap(const std::vector<std::string>& names, const std::vector<SweepRow>& rows);

}  // namespace kvw
