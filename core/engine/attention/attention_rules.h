// SPDX-License-Identifier: Apache-2.0
/// A model's side of attention: what happens to scores, and how far a query sees. Plain data, without torch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kvw {

struct AttentionRules {
    float softCap = 0;                  ///< of scores; 0: none
    std::vector<std::int64_t> windows;  ///< as ModelConfig::windows
    std::vector<float> sinks;           ///< as Decoder::sinks
    /// Windows count ranks among the held tokens, because phases are ranks; else token indices.
    bool windowsCountRanks = false;

    /// Returns the sliding window of a layer; 0: it has none.
    [[nodiscard]] std::int64_t window(std::int64_t layer) const {
        return windows.empty() ? 0 : windows[static_cast<std::size_t>(layer)];
    }
};

}  // namespace kvw
