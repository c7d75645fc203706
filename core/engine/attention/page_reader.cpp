// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/page_reader.h"

#include <ATen/ATen.h>

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

Result<PageReader> PageReader::make(GuardedReader reader, const CacheShape& shape) {
    KVW_TRY_ASSIGN(const auto page, reader.pageSize());
    return PageReader(std::move(reader), shape, page);
}

PageReader::PageReader(GuardedReader reader, const CacheShape& shape, std::int64_t page)
    : m_reader(std::move(reader)),
      m_shape(shape),
      m_bounds(shape.layers, shape.storedHeads, shape.headDim, page),
      m_chosen(static_cast<std::size_t>(shape.layers)),
      m_heads(static_cast<std::size_t>(shape.storedHeads)) {}

PageReader::PageReader(const PageReader& other, GuardedReader reader)
    : m_reader(std::move(reader)),
      m_shape(other.m_shape),
      m_bounds(other.m_bounds),
      m_chosen(other.m_chosen.size()),
      m_heads(other.m_heads.size()) {}

Result<void> PageReader::choose(std::int32_t layer, float* q, std::int64_t tokens) {
    const std::int64_t pages = m_bounds.pagesOf(tokens);
    const auto bounds = [&](float* values) {
        return at::from_blob(values, {m_shape.storedHeads, pages, m_shape.headDim},
                             {m_bounds.capacity(layer) * m_shape.headDim, m_shape.headDim, 1}, at::kFloat);
    };
    sdk::PageView view;
    view.layer = layer;
    view.seen = tokens;
    view.pages = pages;
    view.query = at::from_blob(q, {m_shape.queryHeads, m_shape.headDim}, at::kFloat);
    view.minimum = bounds(m_bounds.minimum(layer));
    view.maximum = bounds(m_bounds.maximum(layer));
    KVW_TRY_ASSIGN(auto chosen, m_reader.pages(view));
    m_layer = layer;
    m_chosen[static_cast<std::size_t>(layer)] = std::move(chosen);
    m_rows = everything() ? tokens * m_shape.storedHeads : 0;
    for (std::int32_t head = 0; !everything() && head < m_shape.storedHeads; ++head) {
        list(head, tokens);
    }
    return {};
}

void PageReader::list(std::int32_t storedHead, std::int64_t tokens) {
    const std::int64_t group = m_shape.queryHeads / m_shape.storedHeads;
    const std::int64_t tiles = (tokens + kPageTile - 1) / kPageTile;
    m_marks.assign(static_cast<std::size_t>(group * tiles), 0);
    for (std::int64_t g = 0; g < group; ++g) {
        for (const std::int64_t page : chosen(m_layer).pages[static_cast<std::size_t>(storedHead * group + g)]) {
            mark(m_marks.data() + g * tiles, page * m_bounds.page(), std::min((page + 1) * m_bounds.page(), tokens));
        }
    }
    HeadTiles& head = m_heads[static_cast<std::size_t>(storedHead)];
    head.tiles.clear();
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
        std::uint16_t any = 0;
        for (std::int64_t g = 0; g < group; ++g) {
            any = static_cast<std::uint16_t>(any | m_marks[static_cast<std::size_t>(g * tiles + tile)]);
        }
        if (any != 0) {
            head.tiles.push_back(static_cast<std::uint32_t>(tile));
            m_rows += std::popcount(any);
        }
    }
    head.lanes.clear();
    for (std::int64_t g = 0; g < group; ++g) {
        for (const std::uint32_t tile : head.tiles) {
            head.lanes.push_back(m_marks[static_cast<std::size_t>(g * tiles) + tile]);
        }
    }
}

std::int64_t PageReader::rowsBelow(std::int64_t end) const {
    if (everything()) {
        return end * m_shape.storedHeads;
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

ReadTiles PageReader::tiles(std::int32_t storedHead) const {
    const HeadTiles& head = m_heads[static_cast<std::size_t>(storedHead)];
    return {head.tiles.data(), head.tiles.size(), head.lanes.data()};
}

}  // namespace kvw
