// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/kept_scores.h"

namespace kvw {

namespace {

/// Returns the bytes in the trace, which repeats the first set for those that are missing.
std::int64_t bytesOf(const ScoredLayer& layer, std::size_t units) {
    std::size_t tokens = 0;
    for (const auto& unit : layer.tokens) {
        tokens += unit.size();
    }
    if (!layer.tokens.empty() && layer.tokens.size() < units) {
        tokens += (units - layer.tokens.size()) * layer.tokens.front().size();
    }
    return static_cast<std::int64_t>(tokens * (sizeof(std::int32_t) + sizeof(float)));
}

}  // namespace

bool KeptScores::wanted(std::int64_t step, bool prefill, std::int32_t layer) const {
    if (m_tooLarge) {
        return false;
    }
    const auto last = m_last.find(layer);
    return prefill || last == m_last.end() || step - last->second >= m_limits.every;
}

void KeptScores::keep(std::int64_t step, ScoredLayer layer) {
    markSkipped(step, layer.layer);
    if (m_tooLarge) {
        return;
    }
    ScoredLayer& kept = m_pass[layer.layer];
    m_bytes += bytesOf(layer, m_units) - bytesOf(kept, m_units);
    kept = std::move(layer);
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
