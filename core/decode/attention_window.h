// SPDX-License-Identifier: Apache-2.0
/// A model's sliding window: what a query sees of what is held. The window is over phases, since it belongs to the
/// model: with original positions it is over token indices, with cache-rank positions over ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/attention.h"

namespace kvw {

/// The slots of tokens `oldest` and later as the kernels read them. Reused from head to head; thread: one at a time.
class WindowTiles {
 public:
    /// tokens [used] by slot, -1 free; `queries` rows of a group see the same.
    void build(std::span<const std::int64_t> tokens, std::int64_t oldest, std::int64_t queries);
    [[nodiscard]] ReadTiles view() const { return {m_tiles.data(), m_tiles.size(), m_lanes.data()}; }

 private:
    std::vector<std::uint32_t> m_tiles;
    std::vector<std::uint16_t> m_lanes;
};

}  // namespace kvw
