// SPDX-License-Identifier: Apache-2.0
#include "core/decode/kept_scores.h"

namespace kvw {

namespace {

std::int64_t bytesOf(const ScoredLayer& layer) {
    std::size_t bytes = 0;
    for (const auto& tokens : layer.tokens) {
        bytes += tokens.size() * (sizeof(std::int32_t) + sizeof(float));
    }
    return static_cast<std::int64_t>(bytes);
}

}  // namespace

bool KeptScores::wanted(std::int64_t step, bool prefill, std::int32_t layer) const {
    if (m_tooLarge) {
        return false;
    }
    const auto last = m_last.find(layer);
    return prefill || last == m_last.end() || step - last->second >= m_limits.every;
}

void KeptScores::keep(std::int64_t step, std::vector<ScoredLayer> layers) {
    for (ScoredLayer& layer : layers) {
        m_last[layer.layer] = step;
        ScoredLayer& kept = m_pass[layer.layer];
        m_bytes += bytesOf(layer) - bytesOf(kept);
        kept = std::move(layer);
    }
    if (m_limits.mostBytes > 0 && m_bytes > m_limits.mostBytes) {
        m_tooLarge = m_leftOut = true;
        m_pass.clear();
        m_bytes = 0;
    }
}

std::vector<ScoredLayer> KeptScores::take() {
    std::vector<ScoredLayer> layers;
    for (auto& [index, layer] : m_pass) {
        layers.push_back(std::move(layer));
    }
    m_pass.clear();
    m_bytes = 0;
    m_tooLarge = false;
    return layers;
}

}  // namespace kvw
