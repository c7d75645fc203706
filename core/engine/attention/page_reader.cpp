// SPDX-License-Identifier: Apache-2.0
#include "core/engine/attention/page_reader.h"

#include <ATen/ATen.h>

#include <utility>

namespace kvw {

PageReader::PageReader(GuardedReader reader, const CacheShape& shape)
    : m_reader(std::move(reader)), m_shape(shape), m_chosen(static_cast<std::size_t>(shape.layers)), m_tiles(shape) {}

Result<void> PageReader::choose(std::int32_t layer, float* q, std::int64_t tokens, PageBounds& bounds) {
    const std::int64_t pages = bounds.pagesOf(tokens);
    const auto view = [&](float* values) {
        return at::from_blob(values, {m_shape.storedHeads, pages, m_shape.headDim},
                             {bounds.capacity(layer) * m_shape.headDim, m_shape.headDim, 1}, at::kFloat);
    };
    sdk::PageView shown;
    shown.layer = layer;
    shown.seen = tokens;
    shown.pages = pages;
    shown.query = at::from_blob(q, {m_shape.queryHeads, m_shape.headDim}, at::kFloat);
    shown.minimum = view(bounds.minimum(layer));
    shown.maximum = view(bounds.maximum(layer));
    KVW_TRY_ASSIGN(auto chosen, m_reader.pages(shown));
    take(layer, std::move(chosen), tokens, bounds.page());
    return {};
}

void PageReader::take(std::int32_t layer, PagesRead chosen, std::int64_t tokens, std::int64_t page) {
    if (chosen.everything) {
        m_tiles.readAll(tokens);
    } else {
        m_tiles.read(chosen.pages, page, tokens);
    }
    m_chosen[static_cast<std::size_t>(layer)] = std::move(chosen);
}

}  // namespace kvw
