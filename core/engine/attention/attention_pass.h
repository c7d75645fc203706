// SPDX-License-Identifier: Apache-2.0
/// Tokens that one pass adds to every layer of a cache. Plain data, without torch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kvw {

struct AttentionPass {
    std::int64_t first = 0, count = 0;
    std::int64_t firstPhase = 0;       ///< phase of the first token, if phases are not ranks
    std::vector<std::int64_t> afresh;  ///< tokens that are encoded afresh; empty: the pass adds new ones
    bool prefill = false, lastPrefill = false;
    /// The policy's slot numbers are token indices: in a layer-major prefill, which is one pass into empty layers. They
    /// stay so even though layers are compacted during the pass.
    bool slotsAreTokens = false;

    /// Returns the index of token t of the pass.
    [[nodiscard]] std::int64_t token(std::int64_t t) const {
        return afresh.empty() ? first + t : afresh[static_cast<std::size_t>(t)];
    }
    [[nodiscard]] std::int64_t newest() const noexcept { return first + count - 1; }
};

}  // namespace kvw
