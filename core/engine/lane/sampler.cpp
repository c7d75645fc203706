// SPDX-License-Identifier: Apache-2.0
#include "core/engine/lane/sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/policy/kit/random.h"
#include "kernels/elementwise.h"

namespace kvw {

std::int32_t Sampler::choose(std::span<const float> logits, std::int64_t index) {
    if (m_sampling.temperature <= 0) {
        return static_cast<std::int32_t>(logitStatistics(logits.data(), logits.size()).argMax);
    }
    m_order.resize(logits.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    const auto value = [logits](std::int32_t id) { return logits[static_cast<std::size_t>(id)]; };
    std::stable_sort(m_order.begin(), m_order.end(),
                     [&](std::int32_t a, std::int32_t b) { return value(a) > value(b); });
    std::size_t count = m_order.size();
    if (m_sampling.topK > 0) {
        count = std::min(count, static_cast<std::size_t>(m_sampling.topK));
    }
    m_weights.resize(count);
    const double most = static_cast<double>(value(m_order[0]));
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        m_weights[i] = std::exp((static_cast<double>(value(m_order[i])) - most) / m_sampling.temperature);
        total += m_weights[i];
    }
    double kept = 0;
    std::size_t nucleus = 0;
    while (nucleus < count && (nucleus == 0 || kept < m_sampling.topP * total)) {
        kept += m_weights[nucleus++];
    }
    const std::uint64_t bits = sdk::hash(static_cast<std::uint64_t>(m_seed), {static_cast<std::uint64_t>(index)});
    double point = static_cast<double>(bits >> 11U) * 0x1.0p-53 * kept;
    for (std::size_t i = 0; i + 1 < nucleus; ++i) {
        point -= m_weights[i];
        if (point < 0) {
            return m_order[i];
        }
    }
    return m_order[nucleus - 1];
}

}  // namespace kvw
