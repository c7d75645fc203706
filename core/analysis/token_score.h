// SPDX-License-Identifier: Apache-2.0
/// Finds the score that a policy gave to a token when it last compared it, with its rank and the cut.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// Score of a token in one recorded selection.
struct TokenScore {
    std::int32_t step = -1;  ///< step of the selection
    float score = kMissingF;
    float cut = kMissingF;             ///< lowest score that stayed; NaN: none
    std::int32_t rank = 0;             ///< 1: the highest; equal scores: the older token first
    std::int32_t among = 0, kept = 0;  ///< tokens compared, and those of them that stayed
};

/// Returns the score of `token` in the last selection by the end of `step` whose scores are recorded for (layer, unit);
/// none: it was not compared, or there is no selection. unit -1: the layer's one set; none if heads have sets of their
/// own.
[[nodiscard]] std::optional<TokenScore> tokenScore(const Trace& trace, std::int64_t token, std::int64_t step,
                                                   std::int32_t layer, std::int32_t unit);

/// Does the same for the selection of `step` itself only.
[[nodiscard]] std::optional<TokenScore> tokenScoreAt(const Trace& trace, std::int64_t token, std::int64_t step,
                                                     std::int32_t layer, std::int32_t unit);

struct ScoredToken {
    std::int32_t token = 0;
    TokenScore of;
};
/// Returns every token of that selection, by rank; empty: there is none.
[[nodiscard]] std::vector<ScoredToken> tokenScores(const Trace& trace, std::int64_t step, std::int32_t layer,
                                                   std::int32_t unit);

}  // namespace kvw
