// SPDX-License-Identifier: Apache-2.0
/// How much and how far back the recorded attention of a lane reads (METRICS.md 1, effective context), and what its
/// evictions took of it (METRICS.md 2, evicted mass).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/trace/protection.h"
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
/// In the order in which views have them: effective context, then what is a share of 1.
inline constexpr std::array<double AttentionReach::*, 5> kReachNumbers{
    &AttentionReach::effectiveTokens, &AttentionReach::meanDistance, &AttentionReach::span,
    &AttentionReach::normalisedEntropy, &AttentionReach::evictedMass};

/// Of one step.
struct StepReach {
    std::vector<AttentionReach> layers;
    bool rows = false;      ///< of a decoded token, of one layer at least
    bool evicting = false;  ///< behind it the policy evicted what they had seen
};

/// Step by step, by layer. Prompt tokens have no values, nor have layers without a row; of the evicted mass only those
/// that evicted what the row had seen. Reads published steps. Thread: any, one at a time.
class ReachSteps {
 public:
    /// Of one part of each layer (TraceShape::parts), or (-1) the layer. `recording` outlives this.
    ReachSteps(const Recording& recording, std::int32_t lane, std::int32_t part);

    /// Steps done.
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    /// The next one; it is published. Cost: its rows.
    [[nodiscard]] StepReach next();

 private:
    /// By layer and unit, ascending.
    using TokensOfUnits = std::vector<std::vector<std::int64_t>>;
    [[nodiscard]] TokensOfUnits evictedAfter(std::int32_t step) const;
    /// `saw`: something that the row had seen was evicted behind it.
    [[nodiscard]] AttentionReach reachOf(const AttentionRows& rows, std::int32_t layer, const TokensOfUnits& evicted,
                                         bool& saw);

    const Recording& m_recording;
    std::int32_t m_lane;
    const Trace& m_trace;
    std::optional<Protections> m_protections;  ///< as of m_events
    std::int64_t m_events = 0;
    std::int64_t m_sinks = 0;  ///< that the row of the next step was left with
    std::int32_t m_firstHead, m_heads;
    std::int64_t m_steps = 0;
    std::vector<std::int64_t> m_tokens;
    std::vector<double> m_row;
};

/// Means over the decoded tokens.
struct LaneReach {
    std::vector<AttentionReach> layers;
    AttentionReach all;         ///< mean over layers and rows
    std::int64_t rows = 0;      ///< decoded tokens whose rows were recorded
    std::int64_t evicting = 0;  ///< of them, those behind which the policy evicted what they had seen
};
/// Any thread. Errors: BadUsage where none has rows; Cancelled once `stale` says so.
[[nodiscard]] Result<LaneReach> attentionReach(const Recording& recording, std::int32_t lane,
                                               const std::function<bool()>& stale = {});

}  // namespace kvw
