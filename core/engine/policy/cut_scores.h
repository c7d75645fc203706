// SPDX-License-Identifier: Apache-2.0
/// Scores that a policy compared when it cut a layer, of tokens that left and of those that stay.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/engine/attention/attention_store.h"
#include "core/engine/policy/kept_scores.h"
#include "core/policy/sdk/observation.h"

namespace kvw {

/// Returns the scores of `layer` in edits whose cuts were made; none: it has no scores. Protected tokens are left out.
[[nodiscard]] std::optional<ScoredLayer> scoresOfCuts(std::int32_t layer, const sdk::Edits& edits,
                                                      std::span<const EvictionRecord> cuts, const KvCache& cache,
                                                      bool slotsAreTokens, const sdk::Protection& protection);

}  // namespace kvw
