// SPDX-License-Identifier: Apache-2.0
/// The slots of a layer that a decode step reads if it does not read all, as tiles for the kernels. Without torch.
///
/// Made of lists of pages; slot i holds token i, because nothing is evicted under a reader. Thread: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/cache/kv_cache.h"

namespace kvw {

class PageTiles {
 public:
    explicit PageTiles(const CacheShape& shape);

    /// Reads all of `tokens` tokens.
    void readAll(std::int64_t tokens);
    /// Reads these pages of `page` tokens each: pages [query_heads], ascending.
    void read(std::span<const std::vector<std::int32_t>> pages, std::int64_t page, std::int64_t tokens);

    [[nodiscard]] bool everything() const noexcept { return m_everything; }
    /// Returns the tiles of a stored head; only where not everything is read.
    [[nodiscard]] ReadTiles of(std::int32_t storedHead) const;
    /// Rows of K and V that are read, over the stored heads; a row that several query heads of a group read counts
    /// once.
    [[nodiscard]] std::int64_t rows() const noexcept { return m_rows; }
    /// Returns how many of these rows are of tokens 0 ... end - 1.
    [[nodiscard]] std::int64_t rowsBelow(std::int64_t end) const;

 private:
    /// Tiles that a stored head reads, and the lanes of each tile per query of its group.
    struct HeadTiles {
        std::vector<std::uint32_t> tiles;
        std::vector<std::uint16_t> lanes;
    };
    /// Lists the tiles of one stored head from the pages of the queries of its group.
    void list(HeadTiles& head, std::span<const std::vector<std::int32_t>> pages, std::int64_t page,
              std::int64_t tokens);

    std::int32_t m_group;  ///< query heads per stored head
    bool m_everything = true;
    std::int64_t m_rows = 0;
    std::vector<HeadTiles> m_heads;
    std::vector<std::uint16_t> m_marks;  ///< [group, tiles] of the head being listed
};

}  // namespace kvw
