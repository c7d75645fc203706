// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/attention_window.h"

#include <algorithm>

namespace kvw {

void WindowTiles::build(std::span<const std::int64_t> tokens, std::int64_t oldest, std::int64_t queries) {
    m_tiles.clear();
    m_lanes.clear();
    for (std::size_t first = 0; first < tokens.size(); first += kTileSlots) {
        std::uint32_t lanes = 0;
        const std::size_t count = std::min(kTileSlots, tokens.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            lanes |= (tokens[first + i] >= oldest ? 1U : 0U) << i;
        }
        if (lanes != 0) {
            m_tiles.push_back(static_cast<std::uint32_t>(first / kTileSlots));
            m_lanes.push_back(static_cast<std::uint16_t>(lanes));
        }
    }
    const std::size_t listed = m_tiles.size();
    for (std::int64_t query = 1; query < queries; ++query) {
        m_lanes.insert(m_lanes.end(), m_lanes.begin(), m_lanes.begin() + static_cast<std::ptrdiff_t>(listed));
    }
}

}  // namespace kvw
