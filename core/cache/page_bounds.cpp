// SPDX-License-Identifier: Apache-2.0
#include "core/cache/page_bounds.h"

#include <algorithm>

namespace kvw {

PageBounds::PageBounds(std::int32_t layers, std::int32_t heads, std::int32_t headDim, std::int64_t page)
    : m_heads(heads), m_headDim(headDim), m_page(page), m_layers(static_cast<std::size_t>(layers)) {}

void PageBounds::reserve(std::int32_t layer, std::int64_t tokens) {
    Layer& bounds = at(layer);
    const std::int64_t needed = pagesOf(tokens);
    if (needed <= bounds.capacity) {
        return;
    }
    const std::int64_t capacity = std::max(needed, bounds.capacity + bounds.capacity / 8);
    const auto grown = [&](const std::vector<float>& values) {
        std::vector<float> larger(static_cast<std::size_t>(m_heads * capacity * m_headDim), 0.0F);
        for (std::int64_t h = 0; h < m_heads; ++h) {
            std::copy_n(values.data() + h * bounds.capacity * m_headDim, bounds.capacity * m_headDim,
                        larger.data() + h * capacity * m_headDim);
        }
        return larger;
    };
    bounds = {capacity, grown(bounds.minimum), grown(bounds.maximum)};  // both or, without memory, none
}

void PageBounds::add(std::int32_t layer, std::int32_t head, std::int64_t token, const float* key) {
    Layer& bounds = at(layer);
    const std::int64_t row = (head * bounds.capacity + token / m_page) * m_headDim;
    float* low = bounds.minimum.data() + row;
    float* high = bounds.maximum.data() + row;
    if (token % m_page == 0) {
        std::copy_n(key, m_headDim, low);
        std::copy_n(key, m_headDim, high);
        return;
    }
    for (std::int64_t c = 0; c < m_headDim; ++c) {
        low[c] = std::min(low[c], key[c]);
        high[c] = std::max(high[c], key[c]);
    }
}

std::int64_t PageBounds::bytes(std::int64_t tokens) const noexcept {
    return 2 * m_heads * pagesOf(tokens) * m_headDim * static_cast<std::int64_t>(sizeof(float));
}

}  // namespace kvw
