// SPDX-License-Identifier: Apache-2.0
/// Read selection of one lane: shows the reader queries and page bounds, and keeps what it chose.
///
/// Works on a cache that evicts nothing, so slot i holds token i. Thread: inference thread only.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cache/page_bounds.h"
#include "core/engine/attention/page_tiles.h"
#include "core/policy/host/loading/guarded_reader.h"

namespace kvw {

class PageReader {
 public:
    PageReader(GuardedReader reader, const CacheShape& shape);

    [[nodiscard]] GuardedReader& plugin() noexcept { return m_reader; }
    [[nodiscard]] const GuardedReader& plugin() const noexcept { return m_reader; }

    /// Asks the reader what the layer reads of `tokens` tokens; q [query_heads, head_dim], rotated. The bounds are only
    /// read.
    Result<void> choose(std::int32_t layer, float* q, std::int64_t tokens, PageBounds& bounds);
    /// Tiles of the layer asked for last.
    [[nodiscard]] const PageTiles& tiles() const noexcept { return m_tiles; }
    /// Pages that the layer reads in the last step.
    [[nodiscard]] const PagesRead& chosen(std::int32_t layer) const noexcept {
        return m_chosen[static_cast<std::size_t>(layer)];
    }

 private:
    GuardedReader m_reader;
    CacheShape m_shape;
    std::vector<PagesRead> m_chosen;  ///< [layers]
    PageTiles m_tiles;
};

}  // namespace kvw
