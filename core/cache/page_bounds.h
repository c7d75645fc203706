// SPDX-License-Identifier: Apache-2.0
/// Lowest and highest value of every channel of the keys of every page: what read selection asks for.
///
/// A page is a run of `page` tokens from token 0. Kept per layer and head, [heads, capacity, headDim] with room to
/// grow, and updated as tokens come; a page starts anew with its first token. Thread: inference thread only, but heads
/// are independent of each other.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw {

class PageBounds {
 public:
    PageBounds(std::int32_t layers, std::int32_t heads, std::int32_t headDim, std::int64_t page);

    /// Room for the bounds of tokens 0 ... tokens - 1 of a layer.
    void reserve(std::int32_t layer, std::int64_t tokens);
    /// Keys of a page come in order, from its first token on.
    void add(std::int32_t layer, std::int32_t head, std::int64_t token, const float* key);

    [[nodiscard]] std::int64_t page() const noexcept { return m_page; }
    [[nodiscard]] std::int64_t pagesOf(std::int64_t tokens) const noexcept { return (tokens + m_page - 1) / m_page; }
    /// Pages of a head that there is room for: the stride of the head axis, in rows of headDim.
    [[nodiscard]] std::int64_t capacity(std::int32_t layer) const noexcept { return at(layer).capacity; }
    [[nodiscard]] float* minimum(std::int32_t layer) noexcept { return at(layer).minimum.data(); }
    [[nodiscard]] float* maximum(std::int32_t layer) noexcept { return at(layer).maximum.data(); }
    /// Of both bounds of all pages of `tokens` tokens, over the heads of a layer.
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
