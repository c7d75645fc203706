// SPDX-License-Identifier: Apache-2.0
/// Steps of a cascade (POLICIES.md, section 4): at most one contest between two neighbours in age, then the oldest
/// tokens leave until as many are held as sinks and sub-caches account for. Sinks stay.
#pragma once

#include "kernels/cuda/unit_tokens.h"

namespace kvw::device {

class UnitContest : UnitTokens {
 public:
    KVW_DEVICE UnitContest(const UnitView& at, std::uint64_t* shared) : UnitTokens(at, shared) {}

    /// Fills the edit. Returns how many leave.
    [[nodiscard]] KVW_DEVICE int decide() {
        const Lane& lane = m_at.lane;
        for (int slot = threadIndex(); lane.scores != nullptr && slot < m_used; slot += kStepThreads) {
            if (m_tokens[slot] >= 0) {
                lane.scores[m_at.table + static_cast<std::size_t>(slot)] = average(slot);
            }
        }
        const int step = m_seen - 1 - m_rule.planFirst;
        if (step < 0 || step >= m_rule.planSteps || m_rule.plan[step].accounted < 0) {
            return 0;
        }
        const int over = m_held - m_rule.plan[step].accounted, younger = m_rule.plan[step].younger;
        if (over <= 0) {
            return 0;
        }
        const int others = countIf([&](int slot) { return competes(slot); });
        int leaving = 0;
        if (younger >= 0 && others >= younger + 2) {
            contest(younger);
            leaving = 1;
        }
        // As many as there are too many, but never the newest.
        const int spare = others - leaving - m_rule.recent, wanted = over - leaving;
        const int end = leaving + (wanted < spare ? wanted : spare);
        for (int last = -1; leaving < end; ++leaving) {
            const std::uint64_t oldest = least([&](int slot, std::uint64_t& number) {
                number = static_cast<std::uint64_t>(m_tokens[slot]) << 32U | static_cast<std::uint64_t>(slot);
                return competes(slot) && m_tokens[slot] > last && m_tokens[slot] != m_loser;
            });
            last = static_cast<int>(oldest >> 32U);
            take(leaving, static_cast<int>(oldest & 0xffffffffU));
        }
        return leaving;
    }

 private:
    [[nodiscard]] KVW_DEVICE float average(int slot) const {
        return m_at.lane.statistic[m_at.table + static_cast<std::size_t>(slot)];
    }
    [[nodiscard]] KVW_DEVICE bool competes(int slot) const {
        return m_tokens[slot] >= 0 && m_tokens[slot] >= m_rule.sinks;
    }
    KVW_DEVICE void take(int place, int slot) const {
        if (threadIndex() == 0) {
            put(place, slot, average(slot));
        }
    }

    /// Takes the loser between the token with `younger` younger ones, which is carried, and the next older one.
    KVW_DEVICE void contest(int younger) {
        const int carried = firstThat(m_rule.sinks, m_seen,
                                      [&](int token) {
                                          return countIf([&](int slot) { return m_tokens[slot] >= token; }) <= younger;
                                      }) -
                            1;
        const int carriedSlot = static_cast<int>(least([&](int slot, std::uint64_t& number) {
            number = static_cast<std::uint64_t>(slot);
            return m_tokens[slot] == carried;
        }));
        const std::uint64_t next = least([&](int slot, std::uint64_t& number) {
            number = static_cast<std::uint64_t>(carried - m_tokens[slot]) << 32U | static_cast<std::uint64_t>(slot);
            return competes(slot) && m_tokens[slot] < carried;
        });
        const int olderSlot = static_cast<int>(next & 0xffffffffU);
        const float own = average(carriedSlot), other = average(olderSlot);
        const bool wins =
            m_rule.compares ? own > other || (m_rule.carriedWinsTies && own == other) : m_rule.carriedWinsTies;
        const int slot = wins ? olderSlot : carriedSlot;
        m_loser = m_tokens[slot];
        take(0, slot);
    }

    int m_loser = -1;  ///< token that lost the contest
};

}  // namespace kvw::device
