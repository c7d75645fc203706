// SPDX-License-Identifier: Apache-2.0
/// Which tokens later queries ask for least, as the full lane's attention rows tell: what a cache could have dropped.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// The `count` of `candidates` that the rows of the full lane at the steps [from, to) give least attention, summed over
/// all layers and the mean of heads; ascending. Of equals the older ones. Empty where no such row is kept, or lane 0 is
/// not the full cache. Any thread.
[[nodiscard]] std::vector<std::int32_t> leastAttended(const Recording& recording,
                                                      std::span<const std::int32_t> candidates, std::size_t count,
                                                      std::int64_t from, std::int64_t to);

}  // namespace kvw
