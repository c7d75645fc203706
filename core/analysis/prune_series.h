// SPDX-License-Identifier: Apache-2.0
/// Input for judging the prune events of a lane: its series d and the steps that evicted (METRICS.md section 2).
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
    /// By event, the last token whose pass saw the tokens that were then evicted. If tokens leave before the pass of
    /// the step that records it (by hand, or because the window is encoded afresh), that is the step before.
    std::vector<std::int64_t> events;
    std::vector<std::int64_t> records;  ///< by event, the step that records it; both ascending
    [[nodiscard]] std::vector<metrics::PruneGroup> groups(double thresholdScales = metrics::kThresholdScales) const {
        return metrics::analysePruneEvents({values, firstToken}, events, thresholdScales);
    }
    /// Returns the first (last) step that records an eviction of the group.
    [[nodiscard]] std::int64_t firstRecord(const metrics::PruneGroup& group) const;
    [[nodiscard]] std::int64_t lastRecord(const metrics::PruneGroup& group) const;
};

/// Computes the series from published steps. Thread: any.
[[nodiscard]] PruneSeries pruneSeries(const Recording& recording, std::int32_t lane);

}  // namespace kvw
