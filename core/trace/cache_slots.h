// SPDX-License-Identifier: Apache-2.0
/// Which token lies in which slot of a unit's cache, from the record of what was evicted.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace kvw {

/// Tokens by slot at the end of `step`, -1: free; as long as the slots ever filled since the prompt. Follows the rule
/// of the cache (core/cache): a token takes the lowest free slot, and the prompt is gathered in ascending order where
/// that frees a tile of 16 slots. Tokens put back by hand are not placed. unit -1: the first one. Any thread.
[[nodiscard]] std::vector<std::int32_t> cacheSlots(const Trace& trace, std::int64_t step, std::int32_t layer,
                                                   std::int32_t unit, std::int64_t promptTokens);

}  // namespace kvw
