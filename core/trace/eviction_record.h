// SPDX-License-Identifier: Apache-2.0
/// Tokens that one prune evicted from one unit of one layer: made by the engine, recorded in a trace as it is.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace kvw {

struct EvictionRecord {
    std::int32_t step = 0;  ///< set when it is recorded
    std::int32_t layer = 0;
    std::int32_t head = -1;            ///< unit: KV or query head; -1: all of the layer
    std::vector<std::int32_t> tokens;  ///< ascending
    std::vector<float> scores;         ///< scores of `tokens`; empty: the policy compares nothing
    /// Lowest score that was kept of unprotected tokens; NaN: none.
    float cut = std::numeric_limits<float>::quiet_NaN();
    std::string reason;

    /// Returns the index of the unit among those of the layer.
    [[nodiscard]] std::int32_t unit() const noexcept { return head < 0 ? 0 : head; }
};

}  // namespace kvw
