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
    std::vector<std::int64_t> events;
    [[nodiscard]] std::vector<metrics::PruneGroup> groups(double thresholdScales = metrics::kThresholdScales) const {
        return metrics::analysePruneEvents({values, firstToken}, events, thresholdScales);
    }
};

/// Of published steps; any thread.
[[nodiscard]] PruneSeries pruneSeries(const Recording& recording, std::int32_t lane);

}  // namespace kvw
