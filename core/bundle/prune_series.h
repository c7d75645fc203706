// SPDX-License-Identifier: Apache-2.0
/// What prune events of a lane are judged on: its series d and the steps that evicted (METRICS.md section 2).
#pragma once

#include <cstdint>
#include <vector>

#include "core/metrics/prune_events.h"
#include "core/trace/recording.h"

namespace kvw {

struct PruneSeries {
    std::vector<double> values;   ///< d of tokens from `firstToken` on
    std::int64_t firstToken = 0;  ///< the first that is scored
    bool difference = false;      ///< d is the difference to the full lane's NLL of the same tokens; else the NLL
    /// The last tokens whose pass saw what then left. Where tokens leave before the pass of the step that records it
    /// (by hand, or to be encoded afresh), that is the step before.
    std::vector<std::int64_t> events;
    std::vector<std::int64_t> records;  ///< by event the step that records it; both ascending
    [[nodiscard]] std::vector<metrics::PruneGroup> groups(double thresholdScales = metrics::kThresholdScales) const {
        return metrics::analysePruneEvents({values, firstToken}, events, thresholdScales);
    }
    /// Steps that record evictions of the group, from the first to the last.
    [[nodiscard]] std::int64_t firstRecord(const metrics::PruneGroup& group) const;
    [[nodiscard]] std::int64_t lastRecord(const metrics::PruneGroup& group) const;
};

/// Of published steps; any thread.
[[nodiscard]] PruneSeries pruneSeries(const Recording& recording, std::int32_t lane);

}  // namespace kvw
