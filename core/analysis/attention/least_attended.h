// SPDX-License-Identifier: Apache-2.0
/// Finds the tokens that later queries attend to least in the full lane's rows: those that a cache could have evicted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// Returns the `count` of `candidates` with the least attention in the full lane's rows at steps [from, to), summed
/// over all layers and averaged over heads; ascending. Ties: the older ones. Empty if no such row is kept, or lane 0 is
/// not the full cache. Thread: any.
[[nodiscard]] std::vector<std::int32_t> leastAttended(const Recording& recording,
                                                      std::span<const std::int32_t> candidates, std::size_t count,
                                                      std::int64_t from, std::int64_t to);

}  // namespace kvw
