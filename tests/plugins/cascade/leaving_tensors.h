// SPDX-License-Identifier: Apache-2.0
/// Tensor functions of the plugin cascade behind plain vectors.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::test {

/// Tokens and scores by slot of units of equal width; token -1: free.
struct CascadeTable {
    std::vector<std::vector<std::int64_t>> tokens;
    std::vector<std::vector<float>> scores;
};

/// loser_slots and oldest_slots, one slot per unit; `tensors`: by operations on whole tensors,
/// which the plugin is compared with.
[[nodiscard]] std::vector<std::int64_t> loserSlots(const CascadeTable& table, std::int64_t younger, bool selection,
                                                   bool carriedWinsTies, bool tensors);
[[nodiscard]] std::vector<std::int64_t> oldestSlots(const CascadeTable& table, std::int64_t sinks, bool tensors);

/// lower_median over the first axis of [heads][columns].
[[nodiscard]] std::vector<float> lowerMedian(const std::vector<std::vector<float>>& heads);

}  // namespace kvw::test
