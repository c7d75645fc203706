// SPDX-License-Identifier: Apache-2.0
#include "core/trace/record_stores.h"

namespace kvw::trace {

void EvictionStore::append(const EvictionRecord& eviction) {
    const Stored stored{eviction.step,
                        eviction.layer,
                        eviction.head,
                        eviction.cut,
                        m_reasons.placeOf(eviction.reason),
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

void CallStore::append(const CallRecord& call) {
    if (!call.violation.empty()) {
        m_violations.append(call.violation);
    }
    m_calls.append({call.step, call.layer, call.us, call.edits, call.slots, call.held, call.after, call.budgetBefore,
                    call.budget, call.evicted, m_texts.placeOf(call.name), m_texts.placeOf(call.given),
                    m_texts.placeOf(call.reason),
                    call.violation.empty() ? 0U : static_cast<std::uint32_t>(m_violations.size())});
}

CallRecord CallStore::operator[](std::size_t index) const {
    const Stored& stored = m_calls[index];
    return {stored.step,
            stored.layer,
            m_texts[stored.name],
            m_texts[stored.given],
            stored.slots,
            stored.held,
            stored.after,
            stored.budgetBefore,
            stored.budget,
            stored.edits,
            stored.evicted,
            m_texts[stored.reason],
            stored.violation == 0 ? Phrase() : m_violations[stored.violation - 1],
            stored.us};
}

}  // namespace kvw::trace
