// SPDX-License-Identifier: Apache-2.0
/// A prune event taken apart: lanes that are one run up to the event and prune differently in it (session/spec/pruning.h)
/// say what of the spike behind it is due to the tokens that left, and what to the phases that changed.
///
/// With the mean NLL m over the tokens behind the event, the parts are m(evict-only) − m(off), m(phases-only) − m(off)
/// and their interaction: what m(once) − m(off) is more than both together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/session/spec/pruning.h"
#include "core/trace/recording.h"

namespace kvw {

struct SpikeBranch {
    Pruning pruning = Pruning::Off;
    std::int32_t lane = 0;
    std::vector<double> nll;  ///< of the tokens compared, nats
    double mean = kMissing;   ///< over those that all branches have scored
};

struct SpikeParts {
    std::int64_t step = 0;  ///< whose evictions are taken apart
    /// Tokens compared: [begin, end). The first is two behind the step, since the token between was predicted before
    /// anything left.
    std::int64_t begin = 0, end = 0;
    std::vector<SpikeBranch> branches;  ///< Off first

    /// Returns the branch; null: there is none.
    [[nodiscard]] const SpikeBranch* of(Pruning pruning) const;
    /// Returns how much higher the mean is than without a prune, in nats per token; NaN: there is no such branch.
    [[nodiscard]] double cost(Pruning pruning) const;
    /// Returns what both parts cost together beyond their sum; NaN: they cannot be told apart.
    [[nodiscard]] double interaction() const;
    /// Returns false if keys keep their positions, so that the whole spike is due to the tokens that left.
    [[nodiscard]] bool hasPhases() const { return of(Pruning::PhasesOnly) != nullptr; }
};

/// Sentence about parts without phases.
inline constexpr const char* kPhasesStay =
    "Keys keep their positions in this run, so the whole spike is due to the tokens that left: there is no re-phasing to "
    "tell apart.";

/// Returns the parts of the event that lanes of the recording take apart, from published steps; none: no lanes do. The
/// branches may still be on their way: then fewer tokens are compared. Thread: any.
[[nodiscard]] std::optional<SpikeParts> spikeParts(const Recording& recording);

/// A step at which a policy evicted.
struct SpikeChoice {
    std::int64_t step = 0;
    bool judged = false;  ///< its spike is the largest; else none could be measured, and it evicted most
};
/// Returns the step behind the prompt that is worth taking apart; none: the policy evicted nothing there.
[[nodiscard]] std::optional<SpikeChoice> largestSpike(const Recording& recording, std::int32_t lane);
/// Returns whether the policy, not somebody by hand, evicted at the step.
[[nodiscard]] bool prunedAt(const Trace& trace, std::int64_t step);

}  // namespace kvw
