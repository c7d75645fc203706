// SPDX-License-Identifier: Apache-2.0
/// Measures how much and how far back the recorded attention of a lane reads (METRICS.md 1, effective context), and the
/// attention that its evictions removed (METRICS.md 2, evicted mass).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/analysis/protection.h"
#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Reach of one layer, or of all; NaN: undefined.
struct AttentionReach {
    double effectiveTokens = kMissing;    ///< exp(H), mean over query heads and rows
    double normalisedEntropy = kMissing;  ///< H / ln n, mean over query heads and rows
    double meanDistance = kMissing;       ///< tokens, mean over query heads and rows
    double span = kMissing;               ///< span of the head that reaches farthest, mean over rows
    /// Attention that a step's row gave to the tokens that the policy then evicted, mean over query heads and the steps
    /// that evicted from the layer.
    double evictedMass = kMissing;
};
/// Members in the order of the views: effective context, then shares of 1.
inline constexpr std::array<double AttentionReach::*, 5> kReachNumbers{
    &AttentionReach::effectiveTokens, &AttentionReach::meanDistance, &AttentionReach::span,
    &AttentionReach::normalisedEntropy, &AttentionReach::evictedMass};

/// Reach at one step.
struct StepReach {
    std::vector<AttentionReach> layers;
    bool rows = false;      ///< a decoded token with a row in at least one layer
    bool evicting = false;  ///< after it the policy evicted tokens of its rows
};

/// Measures the reach step by step, per layer. Prompt tokens and layers without a row have no values; only layers that
/// evicted tokens of the row have an evicted mass. Reads published steps. Thread: any, one at a time.
class ReachSteps {
 public:
    /// Measures one part of each layer (TraceShape::parts), or (-1) the whole layer. `recording` must outlive this
    /// object.
    ReachSteps(const Recording& recording, std::int32_t lane, std::int32_t part);

    /// Returns the number of steps done.
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    /// Measures the next step, which must be published. Cost: its rows.
    [[nodiscard]] StepReach next();

 private:
    /// Tokens per [layer * units + unit], ascending.
    using TokensOfUnits = std::vector<std::vector<std::int64_t>>;
    [[nodiscard]] TokensOfUnits evictedAfter(std::int32_t step) const;
    /// Measures one layer. `saw`: at least one token of the row was evicted after it.
    [[nodiscard]] AttentionReach reachOf(const AttentionRows& rows, std::int32_t layer, const TokensOfUnits& evicted,
                                         bool& saw);

    const Recording& m_recording;
    std::int32_t m_lane;
    const Trace& m_trace;
    std::optional<Protections> m_protections;  ///< up to event m_events
    std::int64_t m_events = 0;
    std::int64_t m_sinks = 0;  ///< sinks protected before the step
    std::int32_t m_firstHead, m_heads;
    std::int64_t m_steps = 0;
    std::vector<std::int64_t> m_tokens;
    std::vector<double> m_row;
};

/// Reach of a lane: means over the decoded tokens.
struct LaneReach {
    std::vector<AttentionReach> layers;
    AttentionReach all;         ///< mean over layers and rows
    std::int64_t rows = 0;      ///< decoded tokens whose rows were recorded
    std::int64_t evicting = 0;  ///< those of them after which the policy evicted tokens of their rows
};
/// Measures a lane. Errors: BadUsage if no token has rows; Cancelled once `stale` returns true. Thread: any.
[[nodiscard]] Result<LaneReach> attentionReach(const Recording& recording, std::int32_t lane,
                                               const std::function<bool()>& stale = {});

}  // namespace kvw
