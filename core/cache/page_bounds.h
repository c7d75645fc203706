// SPDX-License-Identifier: Apache-2.0
/// Lowest and highest value of every key channel of every page, for readers that select pages.
///
/// A page is a run of `page` tokens, counted from token 0. Bounds are kept per layer and head, [heads, capacity,
/// headDim] with room to grow, and updated as tokens come; the first token of a page resets its bounds. Thread:
/// inference thread only, but heads are independent of each other.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw {

class PageBounds {
 public:
    PageBounds(std::int32_t layers, std::int32_t heads, std::int32_t headDim, std::int64_t page);

    /// Makes room for the bounds of tokens 0 ... tokens - 1 of a layer.
    void reserve(std::int32_t layer, std::int64_t tokens);
    /// Adds a key to the bounds of its page. The keys of a page must come in order, from its first token on.
    void add(std::int32_t layer, std::int32_t head, std::int64_t token, const float* key);

    [[nodiscard]] std::int64_t page() const noexcept { return m_page; }
    [[nodiscard]] std::int64_t pagesOf(std::int64_t tokens) const noexcept { return (tokens + m_page - 1) / m_page; }
    /// Number of pages per head that there is room for: the stride of the head axis, in rows of headDim.
    [[nodiscard]] std::int64_t capacity(std::int32_t layer) const noexcept { return at(layer).capacity; }
    [[nodiscard]] float* minimum(std::int32_t layer) noexcept { return at(layer).minimum.data(); }
    [[nodiscard]] float* maximum(std::int32_t layer) noexcept { return at(layer).maximum.data(); }
    [[nodiscard]] const float* minimum(std::int32_t layer) const noexcept { return at(layer).minimum.data(); }
    [[nodiscard]] const float* maximum(std::int32_t layer) const noexcept { return at(layer).maximum.data(); }
    /// Bytes of both bounds of all pages of `tokens` tokens, over the heads of a layer.
    [[nodiscard]] std::int64_t bytes(std::int64_t tokens) const noexcept;

 private:
    struct Layer {
        std::int64_t capacity = 0;
        std::vector<float> minimum, maximum;
    };
    [[nodiscard]] Layer& at(std::int32_t layer) noexcept { return m_layers[static_cast<std::size_t>(layer)]; }
    [[nodiscard]] const Layer& at(std::int32_t layer) const noexcept {
        return m_layers[static_cast<std::size_t>(layer)];
    }

    std::int64_t m_heads, m_headDim, m_page;
    std::vector<Layer> m_layers;
};

}  // namespace kvw
