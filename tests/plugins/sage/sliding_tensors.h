// SPDX-License-Identifier: Apache-2.0
/// Tensor functions of the plugin sage behind plain vectors.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::test {

/// By slot of units of equal width; token -1: free.
struct SageTable {
    std::vector<std::vector<std::int64_t>> tokens;
    std::vector<std::vector<float>> chosen;
};
/// sliding_slots, unit after unit; `tensors`: by operations on whole tensors, which the plugin is compared with.
[[nodiscard]] std::vector<std::int64_t> slidingSlots(const SageTable& table, std::int64_t sinks, std::int64_t anchor,
                                                     std::int64_t recent, bool tensors);

}  // namespace kvw::test
