// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/cache_slots.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace kvw {
namespace {

constexpr std::int64_t kTile = 16;

std::int64_t roundToTile(std::int64_t count) {
    return (count + kTile - 1) / kTile * kTile;
}

class Slots {
 public:
    void take(std::int32_t token) {
        std::size_t slot = m_tokens.size();
        if (m_free.empty()) {
            m_tokens.push_back(token);
        } else {
            slot = m_free.top();
            m_free.pop();
            m_tokens[slot] = token;
        }
        m_slotOf.resize(std::max(m_slotOf.size(), static_cast<std::size_t>(token) + 1));
        m_slotOf[static_cast<std::size_t>(token)] = slot;
    }
    void free(std::int32_t token) {
        const std::size_t slot = m_slotOf[static_cast<std::size_t>(token)];
        m_tokens[slot] = -1;
        m_free.push(slot);
    }
    /// Compacts the slots into ascending token order if that makes the buffer smaller.
    void compact() {
        const auto held = static_cast<std::int64_t>(m_tokens.size() - m_free.size());
        if (roundToTile(held + 1) >= roundToTile(std::ssize(m_tokens))) {
            return;
        }
        std::erase(m_tokens, -1);
        std::sort(m_tokens.begin(), m_tokens.end());
        m_free = {};
        for (std::size_t slot = 0; slot < m_tokens.size(); ++slot) {
            m_slotOf[static_cast<std::size_t>(m_tokens[slot])] = slot;
        }
    }
    [[nodiscard]] std::vector<std::int32_t> tokens() && { return std::move(m_tokens); }

 private:
    std::vector<std::int32_t> m_tokens;
    std::vector<std::size_t> m_slotOf;
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> m_free;
};

}  // namespace

std::vector<std::int32_t> cacheSlots(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t unit,
                                     std::int64_t promptTokens) {
    const std::vector<std::int32_t> dropped = trace.evictedAt(step, layer, std::max(0, unit));
    std::vector<std::vector<std::int32_t>> leaving(dropped.size());
    for (std::size_t token = 0; token < dropped.size(); ++token) {
        if (dropped[token] >= 0) {
            leaving[static_cast<std::size_t>(std::max(dropped[token], static_cast<std::int32_t>(token)))].push_back(
                static_cast<std::int32_t>(token));
        }
    }
    Slots slots;
    for (std::size_t at = 0; at < dropped.size(); ++at) {
        slots.take(static_cast<std::int32_t>(at));
        for (const std::int32_t token : leaving[at]) {
            slots.free(token);
        }
        if (static_cast<std::int64_t>(at) + 1 == promptTokens) {
            slots.compact();
        }
    }
    return std::move(slots).tokens();
}

}  // namespace kvw
