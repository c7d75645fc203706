// SPDX-License-Identifier: Apache-2.0
/// The slots that a query sees through a model's sliding window. The window counts phases, since it belongs to the
/// model: token indices with original positions, ranks with cache-rank positions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/attention.h"

namespace kvw {

/// Tiles of the slots that hold token `oldest` or a later one, as the kernels read them. Reused from head to head.
/// Thread: one at a time.
class WindowTiles {
 public:
    /// Lists the tiles. tokens [used] by slot, -1: free; all `queries` rows of a group see the same tiles.
    void build(std::span<const std::int64_t> tokens, std::int64_t oldest, std::int64_t queries);
    [[nodiscard]] ReadTiles view() const { return {m_tiles.data(), m_tiles.size(), m_lanes.data()}; }

 private:
    std::vector<std::uint32_t> m_tiles;
    std::vector<std::uint16_t> m_lanes;
};

}  // namespace kvw
