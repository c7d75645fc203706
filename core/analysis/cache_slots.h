// SPDX-License-Identifier: Apache-2.0
/// Reconstructs which token is in which slot of a unit's cache, from the eviction records.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// Returns the token in each slot at the end of `step`, -1: free; there are as many slots as were ever filled since the
/// prompt. Follows the rule of the cache (core/cache): a token takes the lowest free slot, and after the prompt slots
/// are compacted in ascending token order if that frees a tile of 16 slots. Tokens put back by hand are not placed.
/// unit -1: the first one. Thread: any.
[[nodiscard]] std::vector<std::int32_t> cacheSlots(const Trace& trace, std::int64_t step, std::int32_t layer,
                                                   std::int32_t unit, std::int64_t promptTokens);

}  // namespace kvw
