// SPDX-License-Identifier: Apache-2.0
#include "core/trace/eviction_store.h"

namespace kvw::trace {

void EvictionStore::append(const EvictionRecord& eviction) {
    Stored stored{eviction.step,
                  eviction.layer,
                  eviction.head,
                  eviction.cut,
                  0,
                  static_cast<std::uint32_t>(eviction.tokens.size()),
                  static_cast<std::uint32_t>(eviction.scores.size()),
                  m_tokens.size(),
                  m_scores.size()};
    for (const std::int32_t token : eviction.tokens) {
        m_tokens.append(token);
    }
    for (const float score : eviction.scores) {
        m_scores.append(score);
    }
    auto reason = m_places.find(eviction.reason);
    if (reason == m_places.end()) {
        reason = m_places.emplace(eviction.reason, static_cast<std::uint32_t>(m_reasons.size())).first;
        m_reasons.append(eviction.reason);
    }
    stored.reason = reason->second;
    m_evictions.append(stored);
}

EvictionRecord EvictionStore::operator[](std::size_t index) const {
    const Stored& stored = m_evictions[index];
    EvictionRecord record{stored.step, stored.layer, stored.head, {}, {}, stored.cut, m_reasons[stored.reason]};
    record.tokens.reserve(stored.tokens);
    for (std::uint64_t i = 0; i < stored.tokens; ++i) {
        record.tokens.push_back(m_tokens[stored.firstToken + i]);
    }
    record.scores.reserve(stored.scores);
    for (std::uint64_t i = 0; i < stored.scores; ++i) {
        record.scores.push_back(m_scores[stored.firstScore + i]);
    }
    return record;
}

}  // namespace kvw::trace
