// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/prompt_memory.h"

namespace kvw {

void PromptMemory::forgetPolicies() {
    for (Layer& layer : m_layers) {
        layer.byPolicies = {};
    }
}

std::int64_t PromptMemory::bytes() const noexcept {
    std::size_t bytes = 0;
    for (const std::vector<double>& sums : m_columnSums) {
        bytes += sums.size() * sizeof(double);
    }
    const auto sizeOf = [](const at::Tensor& tensor) { return tensor.defined() ? tensor.nbytes() : 0; };
    std::int64_t byPolicies = 0;
    for (const Layer& layer : m_layers) {
        bytes += sizeOf(layer.lastRows) + sizeOf(layer.queryMean) + sizeOf(layer.queryCovariance);
        byPolicies += layer.byPolicies.bytes();
    }
    return static_cast<std::int64_t>(bytes) + byPolicies;
}

}  // namespace kvw
