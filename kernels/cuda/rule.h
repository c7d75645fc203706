// SPDX-License-Identifier: Apache-2.0
/// Step rules: which slots leave each unit, as select_evicted of the policy SDK chooses them (rule B3 of POLICIES.md,
/// section B): the newest `recent` stay, of the others the oldest below `sinks`, then the best by score; of equal
/// scores the newest token leaves first, and NaN is the worst.
#pragma once

#include "kernels/cuda/contest.h"
#include "kernels/cuda/cosines.h"
#include "kernels/cuda/ranking.h"

namespace kvw::device {

/// As the SDK's random.h.
KVW_DEVICE std::uint64_t splitmix64(std::uint64_t x) {
    std::uint64_t z = x + 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

/// The cut of one unit to its budget.
class UnitRule : UnitTokens {
 public:
    KVW_DEVICE UnitRule(const UnitView& at, int dim, std::uint64_t* shared)
        : UnitTokens(at, shared), m_cosines(at.lane.cosines == nullptr ? nullptr : cosinesOf(at, dim)) {
        const std::uint64_t layer = splitmix64(splitmix64(m_rule.seed) ^ static_cast<std::uint64_t>(at.layer));
        m_hash = splitmix64(layer ^ static_cast<std::uint64_t>(at.unit));
    }

    /// Fills the edit. Returns how many leave.
    [[nodiscard]] KVW_DEVICE int decide() {
        const Lane& lane = m_at.lane;
        const int kept = target(), leaving = m_held - kept;
        for (int slot = threadIndex(); lane.scores != nullptr && slot < m_used; slot += kStepThreads) {
            if (m_tokens[slot] >= 0) {
                lane.scores[m_at.table + static_cast<std::size_t>(slot)] = shown(keyOf(slot));
            }
        }
        if (leaving > 0) {
            protect(kept);
            constexpr int kFew = 8;
            leaving <= kFew ? takeOneByOne(leaving) : takeTogether(leaving);
        }
        return leaving;
    }

 private:
    /// A token's place in the order in which tokens leave.
    struct Place {
        std::uint64_t key = 0;
        int token = 0x7fffffff;
    };
    [[nodiscard]] KVW_DEVICE static bool before(std::uint64_t key, int token, const Place& other) {
        return key != other.key ? key < other.key : token > other.token;
    }

    [[nodiscard]] KVW_DEVICE float scoreOf(int slot) const {
        const std::size_t at = m_at.table + static_cast<std::size_t>(slot);
        if (m_rule.score == StepRule::Score::NewestRow) {
            return m_at.lane.reduced[at];
        }
        const float statistic = m_at.lane.statistic[at];
        if (!m_rule.perObserver) {
            return m_rule.lowest ? -statistic : statistic;
        }
        // Rows since the token's own, of those that were added.
        int rows = m_seen - m_tokens[slot];
        if (m_rule.firstRow > 0 && rows > m_seen - m_rule.firstRow) {
            rows = m_seen - m_rule.firstRow;
        }
        return statistic / static_cast<float>(rows);
    }
    [[nodiscard]] KVW_DEVICE std::uint64_t keyOf(int slot) const {
        switch (m_rule.score) {
            case StepRule::Score::Token:
                return static_cast<std::uint64_t>(m_tokens[slot]);
            case StepRule::Score::Hash:
                return splitmix64(m_hash ^ static_cast<std::uint64_t>(m_tokens[slot]));
            case StepRule::Score::Cosine:
                return sortableOf(-m_cosines[slot]);
            default:
                return sortableOf(scoreOf(slot));
        }
    }
    /// Returns the score that a key stands for.
    [[nodiscard]] KVW_DEVICE float shown(std::uint64_t key) const {
        switch (m_rule.score) {
            case StepRule::Score::Token:
                return static_cast<float>(key);
            case StepRule::Score::Hash:
                return static_cast<float>(static_cast<std::int64_t>(key ^ 0x8000000000000000ULL));
            case StepRule::Score::Cosine:
                return static_cast<float>(doubleFromSortable(key));
            default:
                return fromSortable(static_cast<std::uint32_t>(key));
        }
    }
    [[nodiscard]] KVW_DEVICE bool competes(int slot) const {
        return m_tokens[slot] > m_oldest && m_tokens[slot] < m_newest;
    }

    /// Finds the ends of the tokens that compete if `kept` stay, both exclusive.
    KVW_DEVICE void protect(int kept) {
        const int recent = m_rule.recent < kept ? m_rule.recent : kept;
        if (recent > 0) {
            // Usually the newest tokens are all held.
            m_newest = m_seen - recent > 0 ? m_seen - recent : 0;
            const auto from = [&](int token) { return countIf([&](int slot) { return m_tokens[slot] >= token; }); };
            if (from(m_newest) < recent) {
                m_newest = firstThat(0, m_newest, [&](int token) { return from(token) <= recent; });
            }
        }
        const int sinks = m_rule.sinks < kept - recent ? m_rule.sinks : kept - recent;
        if (sinks > 0) {
            const int end = m_rule.sinks < m_newest ? m_rule.sinks : m_newest;
            const auto upTo = [&](int token) {
                return countIf([&](int slot) { return m_tokens[slot] >= 0 && m_tokens[slot] <= token; });
            };
            // All below the end if they fit, else the oldest.
            m_oldest = end - 1;
            if (end > 0 && upTo(end - 1) > sinks) {
                m_oldest = firstThat(0, end - 1, [&](int token) { return upTo(token) >= sinks; });
            }
        }
    }

    /// Returns the place of the first token that leaves behind `last`, and its slot; slot -1: none.
    KVW_DEVICE int nextBehind(Place& last, bool any) const {
        const std::uint64_t key = least([&](int slot, std::uint64_t& number) {
            if (!competes(slot)) {
                return false;
            }
            number = keyOf(slot);
            return !any || before(last.key, last.token, {number, m_tokens[slot]});
        });
        // The newest of the tokens with this key; its slot comes along.
        const std::uint64_t found = least([&](int slot, std::uint64_t& number) {
            if (!competes(slot) || keyOf(slot) != key ||
                (any && !before(last.key, last.token, {key, m_tokens[slot]}))) {
                return false;
            }
            number = static_cast<std::uint64_t>(0x7fffffff - m_tokens[slot]) << 32U | static_cast<std::uint64_t>(slot);
            return true;
        });
        if (found == kNone) {
            return -1;
        }
        last = {key, 0x7fffffff - static_cast<int>(found >> 32U)};
        return static_cast<int>(found & 0xffffffffU);
    }

    KVW_DEVICE void putLowestKept(Place last) const {
        if (m_at.lane.lowestKept != nullptr) {
            const int slot = nextBehind(last, true);
            if (threadIndex() == 0) {
                m_at.lane.lowestKept[m_at.index] = slot < 0 ? NAN : shown(last.key);
            }
        }
    }

    KVW_DEVICE void takeOneByOne(int leaving) const {
        Place last;
        for (int i = 0; i < leaving; ++i) {
            const int slot = nextBehind(last, i > 0);
            if (threadIndex() == 0) {
                put(i, slot, shown(last.key));
            }
        }
        putLowestKept(last);
    }

    KVW_DEVICE void takeTogether(int leaving) const {
        const auto upTo = [&](std::uint64_t key) {
            return countIf([&](int slot) { return competes(slot) && keyOf(slot) <= key; });
        };
        const std::uint64_t key =
            firstThat(std::uint64_t{0}, kNone, [&](std::uint64_t bound) { return upTo(bound) >= leaving; });
        const int wanted = leaving - (key == 0 ? 0 : upTo(key - 1));
        // The newest of the tokens with this key leave.
        const int token = -firstThat(-0x7fffffff, 0, [&](int bound) {
            return countIf([&](int slot) {
                       return competes(slot) && keyOf(slot) == key && m_tokens[slot] >= -bound;
                   }) >= wanted;
        });
        int done = 0;
        for (int first = 0; first < m_used; first += kStepThreads) {
            const int slot = first + threadIndex();
            const std::uint64_t own = slot < m_used && competes(slot) ? keyOf(slot) : kNone;
            const bool leaves =
                slot < m_used && competes(slot) && (own < key || (own == key && m_tokens[slot] >= token));
            const int count = warpPrefix(leaves ? 1 : 0);
            int* warps = reinterpret_cast<int*>(m_shared);
            if (threadIndex() % 32 == 31) {
                warps[threadIndex() / 32] = count;
            }
            syncBlock();
            int before = done;
            for (int w = 0; w < kStepThreads / 32; ++w) {
                before += w < threadIndex() / 32 ? warps[w] : 0;
                done += warps[w];
            }
            if (leaves) {
                put(before + count - 1, slot, shown(own));
            }
            syncBlock();
        }
        putLowestKept({key, token});
    }

    const double* m_cosines;
    std::uint64_t m_hash;
    int m_oldest = -1, m_newest = 0x7fffffff;
};

KVW_KERNEL void KVW_BOUNDS(kStepThreads, 4) stepRule(StepArgs args) {
    letNextBegin();
    waitForPrevious();
    const UnitView at(args, blockIndex());
    if (!at.exists || at.lane.rule == nullptr) {
        return;
    }
    auto* shared = sharedMemory<std::uint64_t>();
    const StepRule& rule = *at.lane.rule;
    if (rule.score == StepRule::Score::Cosine) {
        UnitCosines(at, args.heads.dim, shared).compute();
    }
    const int leaving = rule.plan != nullptr ? UnitContest(at, shared).decide()
                        : rule.poolWidth > 0 ? UnitRanking(at, args.heads.query, shared).decide()
                                             : UnitRule(at, args.heads.dim, shared).decide();
    if (threadIndex() == 0) {
        at.lane.editCount[at.index] = leaving > 0 ? leaving : 0;
    }
}

}  // namespace kvw::device
