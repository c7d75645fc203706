// SPDX-License-Identifier: Apache-2.0
/// Hindsight of a recorded lane: the later attention, in the full lane's rows, to the tokens it kept, against the best
/// keep-sets of the same size.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/metrics/hindsight.h"
#include "core/trace/recording.h"

namespace kvw {

/// A lane's keep-sets, judged at some of its steps. Shares are of the attention that all later rows give to the tokens
/// seen until the step (METRICS.md section 2).
struct Hindsight {
    std::int32_t layers = 0;
    std::int64_t every = 1;                      ///< distance of judged steps
    std::vector<std::int32_t> steps;             ///< ascending
    std::vector<metrics::HindsightMass> masses;  ///< [layers, steps]
    [[nodiscard]] const metrics::HindsightMass& at(std::int32_t layer, std::size_t index) const {
        return masses[static_cast<std::size_t>(layer) * steps.size() + index];
    }
    /// Returns the mean of `share` over the layers that have a value at a step; NaN: none has.
    [[nodiscard]] double mean(std::size_t index, std::optional<double> (metrics::HindsightMass::*share)() const) const;
    /// Returns the mean over the judged steps of one layer; NaN: none has a value.
    [[nodiscard]] double layerMean(std::int32_t layer,
                                   std::optional<double> (metrics::HindsightMass::*share)() const) const;
    /// Returns the mean of `mean` over the steps.
    [[nodiscard]] double overall(std::optional<double> (metrics::HindsightMass::*share)() const) const;
    /// Returns the index of the step with the largest mean regret; `steps.size()`: none.
    [[nodiscard]] std::size_t worst() const;
};

/// Returns a sentence on why a lane cannot be judged; empty: it can.
[[nodiscard]] Phrase whyNoHindsight(const Recording& recording, std::int32_t lane);

/// Returns true if the lane holds every token and a reader selects which are read: every set is then the best, and
/// regret is 0.
[[nodiscard]] bool onlySelectsReads(const Recording& recording, std::int32_t lane);

/// Judges the end of every n-th step from the end of the prompt (or the first eviction, if earlier) to the last step
/// that has a later row, with n such that at most `mostSteps` are judged. Later rows of the full lane that were not
/// kept do not count. Generated texts are judged as far as both lanes have the same tokens. Errors: BadUsage, with the
/// sentence of `whyNoHindsight`; Cancelled once `stale` returns true. Thread: any.
[[nodiscard]] Result<Hindsight> hindsight(const Recording& recording, std::int32_t lane, std::int64_t mostSteps = 512,
                                          const std::function<bool()>& stale = {});

/// Token that the best set of the same size holds and the lane does not, at the end of a step.
struct MissedToken {
    std::int32_t token = 0;
    double share = 0;             ///< share of the layer's later attention, summed over the keep-sets that missed it
    std::int32_t evictedAt = -1;  ///< last step that evicted it from one of those
};
/// Returns the missed tokens of one layer, largest share first, at most `most`. Empty if `hindsight` has no value.
[[nodiscard]] std::vector<MissedToken> missedTokens(const Recording& recording, std::int32_t lane, std::int32_t layer,
                                                    std::int64_t step, std::size_t most,
                                                    const std::function<bool()>& stale = {});

}  // namespace kvw
