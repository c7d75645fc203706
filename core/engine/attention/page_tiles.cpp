// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/page_tiles.h"

#include <algorithm>
#include <bit>

namespace kvw {

namespace {

constexpr std::int64_t kPageTile = static_cast<std::int64_t>(kTileSlots);

/// Marks slots [begin, end) in a row of tiles.
void mark(std::uint16_t* row, std::int64_t begin, std::int64_t end) {
    while (begin < end) {
        const std::int64_t tile = begin / kPageTile;
        const std::int64_t stop = std::min(end, (tile + 1) * kPageTile);
        const std::uint32_t below = (1U << (stop - tile * kPageTile)) - 1U;
        const std::uint32_t before = (1U << (begin - tile * kPageTile)) - 1U;
        row[tile] = static_cast<std::uint16_t>(row[tile] | (below & ~before));
        begin = stop;
    }
}

}  // namespace

PageTiles::PageTiles(const CacheShape& shape)
    : m_group(shape.queryHeads / shape.storedHeads), m_heads(static_cast<std::size_t>(shape.storedHeads)) {}

void PageTiles::readAll(std::int64_t tokens) {
    m_everything = true;
    m_rows = tokens * static_cast<std::int64_t>(m_heads.size());
}

void PageTiles::read(std::span<const std::vector<std::int32_t>> pages, std::int64_t page, std::int64_t tokens) {
    m_everything = false;
    m_rows = 0;
    const auto group = static_cast<std::size_t>(m_group);
    for (std::size_t head = 0; head < m_heads.size(); ++head) {
        list(m_heads[head], pages.subspan(head * group, group), page, tokens);
    }
}

void PageTiles::list(HeadTiles& head, std::span<const std::vector<std::int32_t>> pages, std::int64_t page,
                     std::int64_t tokens) {
    const std::int64_t tiles = (tokens + kPageTile - 1) / kPageTile;
    m_marks.assign(static_cast<std::size_t>(m_group * tiles), 0);
    for (std::int64_t g = 0; g < m_group; ++g) {
        for (const std::int64_t read : pages[static_cast<std::size_t>(g)]) {
            mark(m_marks.data() + g * tiles, read * page, std::min((read + 1) * page, tokens));
        }
    }
    head.tiles.clear();
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
        std::uint16_t any = 0;
        for (std::int64_t g = 0; g < m_group; ++g) {
            any = static_cast<std::uint16_t>(any | m_marks[static_cast<std::size_t>(g * tiles + tile)]);
        }
        if (any != 0) {
            head.tiles.push_back(static_cast<std::uint32_t>(tile));
            m_rows += std::popcount(any);
        }
    }
    head.lanes.clear();
    for (std::int64_t g = 0; g < m_group; ++g) {
        for (const std::uint32_t tile : head.tiles) {
            head.lanes.push_back(m_marks[static_cast<std::size_t>(g * tiles) + tile]);
        }
    }
}

std::int64_t PageTiles::rowsBelow(std::int64_t end) const {
    if (m_everything) {
        return end * static_cast<std::int64_t>(m_heads.size());
    }
    std::int64_t rows = 0;
    for (const HeadTiles& head : m_heads) {
        for (std::size_t i = 0; i < head.tiles.size() && head.tiles[i] * kPageTile < end; ++i) {
            std::uint32_t any = 0;
            for (std::size_t at = i; at < head.lanes.size(); at += head.tiles.size()) {
                any |= head.lanes[at];
            }
            const std::int64_t below = std::min(end - head.tiles[i] * kPageTile, kPageTile);
            rows += std::popcount(any & ((1U << below) - 1U));
        }
    }
    return rows;
}

ReadTiles PageTiles::of(std::int32_t storedHead) const {
    const HeadTiles& head = m_heads[static_cast<std::size_t>(storedHead)];
    return {head.tiles.data(), head.tiles.size(), head.lanes.data()};
}

}  // namespace kvw
