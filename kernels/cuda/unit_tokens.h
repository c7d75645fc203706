// SPDX-License-Identifier: Apache-2.0
/// Tokens of a unit that a step rule looks at: how they are counted and found, and where the rule's answer goes.
#pragma once

#include "kernels/cuda/step.h"

namespace kvw::device {

/// Returns the least power of two that is not below `count`.
KVW_DEVICE int powerOfTwoFrom(int count) {
    int size = 1;
    while (size < count) {
        size *= 2;
    }
    return size;
}

/// All threads of the block call its functions together.
class UnitTokens {
 protected:
    KVW_DEVICE UnitTokens(const UnitView& at, std::uint64_t* shared)
        : m_at(at),
          m_rule(*at.lane.rule),
          m_shared(shared),
          m_tokens(at.lane.tokens + at.table),
          m_used(at.lane.used[at.index]),
          m_held(at.lane.held[at.index]),
          m_seen(*at.lane.position + 1) {}

    /// Returns how many tokens stay by the unit's budget.
    [[nodiscard]] KVW_DEVICE int target() const {
        const int budget = m_rule.budgets[m_at.index];
        if (budget < 0 || m_rule.every == 0 || m_held - budget < m_rule.every) {
            return m_held;
        }
        if (m_rule.maxDrop == 0) {
            return budget;
        }
        const int least = m_held - m_rule.maxDrop > budget ? m_held - m_rule.maxDrop : budget;
        return least < budget + m_rule.slack ? least : budget + m_rule.slack;
    }

    template <class Holds>
    [[nodiscard]] KVW_DEVICE int countIf(const Holds& holds) const {
        int count = 0;
        for (int slot = threadIndex(); slot < m_used; slot += kStepThreads) {
            count += holds(slot) ? 1 : 0;
        }
        return blockSum(count, reinterpret_cast<int*>(m_shared));
    }
    /// Returns the least number of at(slot) among slots for which it is given (`at` returns false otherwise).
    template <class At>
    [[nodiscard]] KVW_DEVICE std::uint64_t least(const At& at) const {
        std::uint64_t found = kNone;
        for (int slot = threadIndex(); slot < m_used; slot += kStepThreads) {
            std::uint64_t number = 0;
            if (at(slot, number)) {
                found = number < found ? number : found;
            }
        }
        return blockLeast(found, m_shared);
    }
    /// Returns the lowest number from `low` on for which holds(number) is true; it is true for `high`.
    template <class T, class Holds>
    [[nodiscard]] KVW_DEVICE T firstThat(T low, T high, const Holds& holds) const {
        while (low < high) {
            const T middle = low + (high - low) / 2;
            if (holds(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /// Writes a slot of the edit, with its score; one thread does.
    KVW_DEVICE void put(int place, int slot, float score) const {
        m_at.lane.editSlots[m_at.table + static_cast<std::size_t>(place)] = slot;
        if (m_at.lane.editScores != nullptr) {
            m_at.lane.editScores[m_at.table + static_cast<std::size_t>(place)] = score;
        }
    }

    static constexpr std::uint64_t kNone = ~std::uint64_t{0};
    const UnitView& m_at;
    const StepRule& m_rule;
    std::uint64_t* m_shared;
    const std::int32_t* m_tokens;
    int m_used, m_held, m_seen;
};

}  // namespace kvw::device
