// SPDX-License-Identifier: Apache-2.0
/// CAKE's cut while decoding (POLICIES.md, 5.5): of the prefix, which is all tokens but the newest `recent`, the best
/// stay by values that are pooled along an order. statistics[0] of a prefix token is its rank in memory order: the
/// order of the scores of the last cut, then that of arrival.
#pragma once

#include "kernels/cuda/unit_tokens.h"

namespace kvw::device {

class UnitRanking : UnitTokens {
 public:
    KVW_DEVICE UnitRanking(const UnitView& at, int queryHeads, std::uint64_t* shared)
        : UnitTokens(at, shared),
          m_heads(queryHeads / at.lane.units),
          m_firstHead(at.layer * queryHeads + at.unit * m_heads),
          m_ranks(at.lane.statistic + at.table) {
        const std::size_t size = static_cast<std::size_t>(at.lane.scratchStride);
        m_keys = at.lane.scratch + static_cast<std::size_t>(at.index) * 3 * size;
        m_sums = reinterpret_cast<double*>(m_keys + size);
        m_slots = reinterpret_cast<std::int32_t*>(m_keys + 2 * size);
    }

    /// Fills the edit. Returns how many leave.
    [[nodiscard]] KVW_DEVICE int decide() {
        const Lane& lane = m_at.lane;
        const int leaving = m_held - target(), prefix = m_held - m_rule.recent;
        for (int slot = threadIndex(); lane.scores != nullptr && slot < m_used; slot += kStepThreads) {
            lane.scores[m_at.table + static_cast<std::size_t>(slot)] = 0;
        }
        if (prefix > 0) {
            findPrefix();
            for (int slot = threadIndex(); slot < m_used; slot += kStepThreads) {
                if (m_tokens[slot] >= 0 && m_tokens[slot] == m_newcomer) {
                    m_ranks[slot] = static_cast<float>(prefix - 1);
                }
            }
        }
        int close = 0;
        if (leaving > 0) {
            order(prefix);
            score(prefix);
            close = keep(prefix, prefix - leaving);
        }
        if (threadIndex() == 0 && lane.closeCuts != nullptr) {
            lane.closeCuts[m_at.index] = close;
        }
        return leaving;
    }

 private:
    /// Finds the end of the prefix, and the token that has just joined it.
    KVW_DEVICE void findPrefix() {
        const auto from = [&](int token) { return countIf([&](int slot) { return m_tokens[slot] >= token; }); };
        m_end = m_seen - m_rule.recent > 0 ? m_seen - m_rule.recent : 0;
        if (from(m_end) < m_rule.recent) {  // edits by hand have left gaps
            m_end = firstThat(0, m_end, [&](int token) { return from(token) <= m_rule.recent; });
        }
        m_newcomer = m_end - 1;
    }
    [[nodiscard]] KVW_DEVICE bool inPrefix(int slot) const { return m_tokens[slot] >= 0 && m_tokens[slot] < m_end; }

    /// Brings the slots of the prefix into the order of pooling.
    KVW_DEVICE void order(int prefix) {
        if (!m_rule.byPosition) {
            for (int place = threadIndex(); place < prefix; place += kStepThreads) {
                m_slots[place] = -1;
            }
            syncBlock();
            int broken = 0;
            for (int slot = threadIndex(); slot < m_used; slot += kStepThreads) {
                if (inPrefix(slot)) {
                    const int place = static_cast<int>(m_ranks[slot]);
                    broken |= place < 0 || place >= prefix || atomicExchange(m_slots + place, slot) >= 0 ? 1 : 0;
                }
            }
            if (blockSum(broken, reinterpret_cast<int*>(m_shared)) == 0) {
                return;
            }
        }
        // By age, or by ranks in which edits by hand have left gaps.
        const int size = powerOfTwoFrom(m_used);
        for (int i = threadIndex(); i < size; i += kStepThreads) {
            m_slots[i] = i;
            m_keys[i] = i < m_used && inPrefix(i) ? placeOf(i) : kNone;
        }
        syncBlock();
        sort(size);
    }
    [[nodiscard]] KVW_DEVICE std::uint64_t placeOf(int slot) const {
        const auto age = static_cast<std::uint64_t>(m_tokens[slot]);
        if (m_rule.byPosition) {
            return age;
        }
        constexpr std::uint32_t kLast = 0xff7fffffU;  // above every rank
        const std::uint32_t rank = m_tokens[slot] == m_newcomer ? kLast : sortableOf(m_ranks[slot]);
        return static_cast<std::uint64_t>(rank) << 32U | age;
    }

    /// Sorts the first `size` keys, a power of two, with their slots.
    KVW_DEVICE void sort(int size) const {
        for (int run = 2; run <= size; run *= 2) {
            for (int apart = run / 2; apart > 0; apart /= 2) {
                for (int i = threadIndex(); i < size; i += kStepThreads) {
                    const int other = i ^ apart;
                    const std::uint64_t a = m_keys[i], b = m_keys[other];
                    if (other > i && (a > b) == ((i & run) == 0)) {
                        m_keys[i] = b;
                        m_keys[other] = a;
                        const std::int32_t slot = m_slots[i];
                        m_slots[i] = m_slots[other];
                        m_slots[other] = slot;
                    }
                }
                syncBlock();
            }
        }
    }

    /// Returns the value of a slot before pooling; that of a group is a sum.
    [[nodiscard]] KVW_DEVICE double valueOf(int slot) const {
        const Lane& lane = m_at.lane;
        if (m_rule.value == StepRule::Value::Row) {
            double sum = 0;
            for (int h = 0; h < m_heads; ++h) {
                const std::size_t row =
                    static_cast<std::size_t>(m_firstHead + h) * static_cast<std::size_t>(lane.stride);
                sum += static_cast<double>(lane.rows[row + static_cast<std::size_t>(slot)]);
            }
            return sum;
        }
        const std::size_t plane = planeOf(lane), at = m_at.table + static_cast<std::size_t>(slot);
        const double mean = static_cast<double>(lane.statistic[plane + at]);
        const double variance = static_cast<double>(lane.statistic[2 * plane + at]);
        const double value = m_rule.value == StepRule::Value::Mean       ? mean
                             : m_rule.value == StepRule::Value::Variance ? variance
                             : m_rule.value == StepRule::Value::Product  ? mean * variance
                                                                         : fma(variance, m_rule.gamma, mean);
        return static_cast<double>(static_cast<float>(value));
    }

    /// Pools the values along the order, and sorts by that score; of equal ones the older token is the better.
    KVW_DEVICE void score(int prefix) const {
        for (int place = threadIndex(); place < prefix; place += kStepThreads) {
            m_sums[place] = valueOf(m_slots[place]);
        }
        syncBlock();
        const int size = powerOfTwoFrom(prefix), half = m_rule.poolWidth / 2;
        const double group = m_rule.value == StepRule::Value::Row ? m_heads : 1;
        for (int place = threadIndex(); place < size; place += kStepThreads) {
            if (place >= prefix) {
                m_keys[place] = kNone;
                continue;
            }
            const int first = place > half ? place - half : 0;
            const int last = prefix - place > half ? place + half : prefix - 1;
            double sum = 0;
            for (int i = first; i <= last; ++i) {
                sum += m_sums[i];
            }
            const float mean = static_cast<float>(sum / static_cast<double>(m_rule.poolWidth) / group);
            m_keys[place] = static_cast<std::uint64_t>(~asBits(mean == mean ? mean : 0.0F)) << 32U |
                            static_cast<std::uint64_t>(m_tokens[m_slots[place]]);
        }
        syncBlock();
        sort(size);
    }
    [[nodiscard]] KVW_DEVICE float scoreAt(int place) const {
        return asFloat(~static_cast<std::uint32_t>(m_keys[place] >> 32U));
    }

    /// Ranks the best `kept`; the others leave. Returns 1 if scores next to each other are within rounding where that
    /// decides, at the cut or, with memory order, before it.
    [[nodiscard]] KVW_DEVICE int keep(int prefix, int kept) const {
        const int first = m_rule.byPosition && kept > 1 ? kept : 1;
        int close = 0;
        for (int place = threadIndex(); place < prefix; place += kStepThreads) {
            const int slot = m_slots[place];
            const float own = scoreAt(place);
            if (m_at.lane.scores != nullptr) {
                m_at.lane.scores[m_at.table + static_cast<std::size_t>(slot)] = own;
            }
            if (place < kept) {
                m_ranks[slot] = static_cast<float>(place);
            } else {
                put(place - kept, slot, own);
            }
            if (place >= first && place <= kept) {
                const double better = static_cast<double>(scoreAt(place - 1));
                close |= better - static_cast<double>(own) <= m_rule.rounding * better ? 1 : 0;
            }
        }
        return blockSum(close, reinterpret_cast<int*>(m_shared)) > 0 ? 1 : 0;
    }

    int m_heads, m_firstHead;
    float* m_ranks;
    std::uint64_t* m_keys;
    double* m_sums;
    std::int32_t* m_slots;
    int m_end = 0, m_newcomer = -1;
};

}  // namespace kvw::device
