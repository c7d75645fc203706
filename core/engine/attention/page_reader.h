// SPDX-License-Identifier: Apache-2.0
/// Read selection of one lane: keeps the page bounds, asks the reader, and lists what is read as the kernels take it.
///
/// Works on a cache that evicts nothing, so slot i holds token i. Thread: inference thread only.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cache/kv_cache.h"
#include "core/cache/page_bounds.h"
#include "core/policy/host/loading/guarded_reader.h"

namespace kvw {

class PageReader {
 public:
    [[nodiscard]] static Result<PageReader> make(GuardedReader reader, const CacheShape& shape);
    /// Makes a fork, with a clone of the other's reader.
    PageReader(const PageReader& other, GuardedReader reader);

    [[nodiscard]] GuardedReader& plugin() noexcept { return m_reader; }
    [[nodiscard]] const GuardedReader& plugin() const noexcept { return m_reader; }
    [[nodiscard]] PageBounds& bounds() noexcept { return m_bounds; }
    [[nodiscard]] const PageBounds& bounds() const noexcept { return m_bounds; }

    /// Asks the reader what the layer reads of `tokens` tokens; q [query_heads, head_dim], rotated.
    Result<void> choose(std::int32_t layer, float* q, std::int64_t tokens);
    /// Returns true if the layer asked for last reads everything; else `tiles` are those of a stored head.
    [[nodiscard]] bool everything() const noexcept { return chosen(m_layer).everything; }
    [[nodiscard]] ReadTiles tiles(std::int32_t storedHead) const;
    /// Rows of K and V that the layer asked for last reads, over its stored heads; a row that several query heads of a
    /// group read counts once.
    [[nodiscard]] std::int64_t rows() const noexcept { return m_rows; }
    /// Returns how many of these rows are of tokens 0 ... end - 1.
    [[nodiscard]] std::int64_t rowsBelow(std::int64_t end) const;
    /// Pages that the layer reads in the last step.
    [[nodiscard]] const PagesRead& chosen(std::int32_t layer) const noexcept {
        return m_chosen[static_cast<std::size_t>(layer)];
    }

 private:
    PageReader(GuardedReader reader, const CacheShape& shape, std::int64_t page);
    void list(std::int32_t storedHead, std::int64_t tokens);

    /// Tiles that a stored head reads, and the lanes of each tile per query of its group.
    struct HeadTiles {
        std::vector<std::uint32_t> tiles;
        std::vector<std::uint16_t> lanes;
    };

    GuardedReader m_reader;
    CacheShape m_shape;
    PageBounds m_bounds;
    std::vector<PagesRead> m_chosen;  ///< [layers]
    std::int32_t m_layer = 0;         ///< layer asked for last
    std::vector<HeadTiles> m_heads;
    std::vector<std::uint16_t> m_marks;  ///< [group, tiles] of the head being listed
    std::int64_t m_rows = 0;
};

}  // namespace kvw
