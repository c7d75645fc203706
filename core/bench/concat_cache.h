// SPDX-License-Identifier: Apache-2.0
/// A StreamingLLM cache that concatenates, as in published code; the slot cache is timed against it.
///
/// Per layer K and V are one tensor each, [1, kv_heads, tokens, head_dim]. A new token is appended by concatenation; an
/// eviction builds the cache anew from the sinks and the newest tokens. Every operation copies what stays.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "core/cache/kv_cache.h"

namespace kvw {

class ConcatCache {
 public:
    /// Makes an empty cache with layers, kv_heads, head_dim and dtype of the shape.
    explicit ConcatCache(const CacheShape& shape);

    /// Appends to a layer: keys, values [1, kv_heads, m, head_dim], in the cache's type.
    void append(std::int32_t layer, const at::Tensor& keys, const at::Tensor& values);
    /// Keeps the first `sinks` and the newest `recent` tokens of every layer. Does nothing while no more are held.
    void evict(std::int64_t sinks, std::int64_t recent);

    [[nodiscard]] std::int64_t held(std::int32_t layer) const;
    [[nodiscard]] const at::Tensor& keys(std::int32_t layer) const { return m_keys[static_cast<std::size_t>(layer)]; }
    [[nodiscard]] const at::Tensor& values(std::int32_t layer) const {
        return m_values[static_cast<std::size_t>(layer)];
    }

 private:
    std::vector<at::Tensor> m_keys, m_values;
};

}  // namespace kvw
