// SPDX-License-Identifier: Apache-2.0
/// What a policy made of one token when it last compared it: score, rank, and where it cut.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// Of one recorded selection.
struct TokenScore {
    std::int32_t step = -1;  ///< of the selection
    float score = kMissingF;
    float cut = kMissingF;             ///< lowest score that stayed; NaN: none
    std::int32_t rank = 0;             ///< 1: the highest; equal scores: the older token first
    std::int32_t among = 0, kept = 0;  ///< tokens that were compared, and those of them that stayed
};

/// Of the last selection by the end of `step` whose scores are recorded for (layer, unit); none: it did not compare
/// `token`, or there is none. unit -1: the layer's one set; none where heads have sets of their own.
[[nodiscard]] std::optional<TokenScore> tokenScore(const Trace& trace, std::int64_t token, std::int64_t step,
                                                   std::int32_t layer, std::int32_t unit);

/// Of the selection of `step` itself only.
[[nodiscard]] std::optional<TokenScore> tokenScoreAt(const Trace& trace, std::int64_t token, std::int64_t step,
                                                     std::int32_t layer, std::int32_t unit);

struct ScoredToken {
    std::int32_t token = 0;
    TokenScore of;
};
/// Every token of that selection, by rank; empty: there is none.
[[nodiscard]] std::vector<ScoredToken> tokenScores(const Trace& trace, std::int64_t step, std::int32_t layer,
                                                   std::int32_t unit);

/// The step of that selection; -1: there is none.
[[nodiscard]] std::int32_t scoredStep(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t unit);

}  // namespace kvw
