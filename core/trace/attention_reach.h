// SPDX-License-Identifier: Apache-2.0
/// How much and how far back the recorded attention of a lane reads (METRICS.md 1, effective context), and what its
/// evictions took of it (METRICS.md 2, evicted mass).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Of one layer, or all; NaN: undefined.
struct AttentionReach {
    double effectiveTokens = kMissing;    ///< exp(H), mean over query heads and rows
    double normalisedEntropy = kMissing;  ///< H / ln n, likewise
    double meanDistance = kMissing;       ///< tokens, likewise
    double span = kMissing;               ///< of the head that reaches farthest, mean over rows
    /// Attention that the step's own row gave to what the policy then evicted, mean over query heads and the steps that
    /// evicted from the layer.
    double evictedMass = kMissing;
};
struct LaneReach {
    std::vector<AttentionReach> layers;
    AttentionReach all;         ///< mean over layers and rows
    std::int64_t rows = 0;      ///< decoded tokens whose rows were recorded
    std::int64_t evicting = 0;  ///< of them, those behind which the policy evicted what they had seen
};
/// Over the decoded tokens. Any thread. Errors: BadUsage where none has rows; Cancelled once `stale` says so.
[[nodiscard]] Result<LaneReach> attentionReach(const Recording& recording, std::int32_t lane,
                                               const std::function<bool()>& stale = {});

}  // namespace kvw
