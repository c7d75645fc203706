// SPDX-License-Identifier: Apache-2.0
#include "core/bench/concat_cache.h"

#include <ATen/ATen.h>

namespace kvw {

namespace {

constexpr std::int64_t kTokens = 2;  ///< axis

at::ScalarType typeOf(Dtype dtype) {
    return dtype == Dtype::BF16 ? at::kBFloat16 : dtype == Dtype::F16 ? at::kHalf : at::kFloat;
}

at::Tensor cut(const at::Tensor& rows, std::int64_t sinks, std::int64_t recent) {
    const std::int64_t held = rows.size(kTokens);
    return at::cat({rows.slice(kTokens, 0, sinks), rows.slice(kTokens, held - recent, held)}, kTokens);
}

}  // namespace

ConcatCache::ConcatCache(const CacheShape& shape) {
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        m_keys.push_back(at::empty({1, shape.kvHeads, 0, shape.headDim}, typeOf(shape.dtype)));
        m_values.push_back(m_keys.back());
    }
}

void ConcatCache::append(std::int32_t layer, const at::Tensor& keys, const at::Tensor& values) {
    const auto index = static_cast<std::size_t>(layer);
    m_keys[index] = at::cat({m_keys[index], keys}, kTokens);
    m_values[index] = at::cat({m_values[index], values}, kTokens);
}

void ConcatCache::evict(std::int64_t sinks, std::int64_t recent) {
    for (std::size_t layer = 0; layer < m_keys.size(); ++layer) {
        if (m_keys[layer].size(kTokens) <= sinks + recent) {
            continue;
        }
        m_keys[layer] = cut(m_keys[layer], sinks, recent);
        m_values[layer] = cut(m_values[layer], sinks, recent);
    }
}

std::int64_t ConcatCache::held(std::int32_t layer) const {
    return keys(layer).size(kTokens);
}

}  // namespace kvw
