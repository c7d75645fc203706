// SPDX-License-Identifier: Apache-2.0
/// Hindsight of a recorded lane: what its keep-sets were worth to the queries that came later, as the full lane's
/// attention rows tell, against the best sets of the same size.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/metrics/hindsight.h"
#include "core/trace/recording.h"

namespace kvw {

/// A lane's keep-sets judged at some of its steps. Shares are of the attention that all later rows give to the tokens
/// seen until the step (METRICS.md section 2).
struct Hindsight {
    std::int32_t layers = 0;
    std::int64_t every = 1;                      ///< steps between two that are judged
    std::vector<std::int32_t> steps;             ///< ascending
    std::vector<metrics::HindsightMass> masses;  ///< [layers, steps]
    [[nodiscard]] const metrics::HindsightMass& at(std::int32_t layer, std::size_t index) const {
        return masses[static_cast<std::size_t>(layer) * steps.size() + index];
    }
    /// Mean over the layers that are defined at a step, of `share`; NaN: none is.
    [[nodiscard]] double mean(std::size_t index, std::optional<double> (metrics::HindsightMass::*share)() const) const;
    /// Mean over the judged steps of one layer; NaN: none is defined.
    [[nodiscard]] double layerMean(std::int32_t layer,
                                   std::optional<double> (metrics::HindsightMass::*share)() const) const;
    /// Mean of `mean` over the steps.
    [[nodiscard]] double overall(std::optional<double> (metrics::HindsightMass::*share)() const) const;
    /// Index of the step with the largest mean regret; `steps.size()`: none.
    [[nodiscard]] std::size_t worst() const;
};

/// A sentence why a lane cannot be judged; empty: it can.
[[nodiscard]] std::string whyNoHindsight(const Recording& recording, std::int32_t lane);

/// The lane holds every token and a reader chose which of them each step read: every set is the best, regret is 0.
[[nodiscard]] bool onlySelectsReads(const Recording& recording, std::int32_t lane);

/// Judges the end of every n-th step from the end of the prompt (or the first eviction, if that is earlier) to the last
/// step that has a later row, n such that at most `mostSteps` are judged. Later rows of the full lane that were not
/// kept do not count. Generated texts are judged as far as both lanes have the same tokens. Any thread; `stale` ends it
/// early (Cancelled). Errors: BadUsage, with the sentence of `whyNoHindsight`.
[[nodiscard]] Result<Hindsight> hindsight(const Recording& recording, std::int32_t lane, std::int64_t mostSteps = 512,
                                          const std::function<bool()>& stale = {});

/// A token that the best set of its size holds and the lane did not, at the end of a step.
struct MissedToken {
    std::int32_t token = 0;
    double share = 0;             ///< of the later attention of the layer, over the keep-sets that missed it
    std::int32_t evictedAt = -1;  ///< the last step that dropped it from one of those
};
/// Those of one layer, largest share first, at most `most`. Empty where `hindsight` has no value.
[[nodiscard]] std::vector<MissedToken> missedTokens(const Recording& recording, std::int32_t lane, std::int32_t layer,
                                                    std::int64_t step, std::size_t most,
                                                    const std::function<bool()>& stale = {});

}  // namespace kvw
