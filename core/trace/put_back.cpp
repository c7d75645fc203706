// SPDX-License-Identifier: Apache-2.0
#include "core/trace/put_back.h"

#include <string_view>

#include "core/trace/token_list.h"

namespace kvw {

PutBack::PutBack(const Trace& trace) {
    for (const TraceEvent& event : eventsOf(trace)) {
        take(event);
    }
}

void PutBack::take(const TraceEvent& event) {
    const std::size_t equals = event.text.find('=');
    if (event.kind != "hand" || equals == std::string::npos) {
        return;
    }
    const std::string_view what = std::string_view(event.text).substr(0, equals);
    if (what != "restore" && what != "evict") {
        return;
    }
    const auto tokens = parseTokenList(std::string_view(event.text).substr(equals + 1));
    for (const std::int32_t token : tokens.value_or(std::vector<std::int32_t>())) {
        const auto taken = m_taken.find(token);
        if (what == "evict") {
            m_taken[token] = event.step;
            // A token put back and evicted again by hand in one step counts as evicted there.
            if (const auto back = m_returns.find(token);
                back != m_returns.end() && back->second.back().step == event.step) {
                back->second.back().undoneBelow = event.step;
            }
            continue;
        }
        const bool takenHere = taken != m_taken.end() && taken->second == event.step;
        m_returns[token].push_back({event.step, event.step + (takenHere ? 1 : 0)});
    }
}

std::int32_t PutBack::undoneBelow(std::int32_t token, std::int64_t step) const {
    const auto found = m_returns.find(token);
    std::int32_t below = 0;
    if (found != m_returns.end()) {
        for (const Return& back : found->second) {
            below = back.step <= step ? back.undoneBelow : below;
        }
    }
    return below;
}

std::vector<std::int32_t> PutBack::tokens() const {
    std::vector<std::int32_t> tokens;
    for (const auto& [token, returns] : m_returns) {
        tokens.push_back(token);
    }
    return tokens;
}

}  // namespace kvw
