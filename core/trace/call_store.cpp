// SPDX-License-Identifier: Apache-2.0
#include "core/trace/call_store.h"

namespace kvw::trace {

std::uint32_t CallStore::placeOf(const std::string& text) {
    if (m_texts.size() == 0) {
        m_texts.append({});
        m_places.emplace(std::string(), 0U);
    }
    auto place = m_places.find(text);
    if (place == m_places.end()) {
        m_texts.append(text);
        place = m_places.emplace(text, static_cast<std::uint32_t>(m_texts.size() - 1)).first;
    }
    return place->second;
}

void CallStore::append(const CallRecord& call) {
    if (!call.violation.empty()) {
        m_violations.append(call.violation);
    }
    m_calls.append({call.step, call.layer, call.us, call.edits, call.slots, call.held, call.after, call.budgetBefore,
                    call.budget, call.evicted, placeOf(call.name), placeOf(call.given), placeOf(call.reason),
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
