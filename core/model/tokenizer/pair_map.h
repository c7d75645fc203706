// SPDX-License-Identifier: Apache-2.0
/// Hash table from pairs of neighbouring tokens to their merge; a look-up usually reads one cache line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kvw {

struct Merge {
    std::int32_t rank = 0, id = 0;
};

/// Thread: const access from any thread.
class PairMap {
 public:
    void reserve(std::size_t pairs) {
        std::size_t slots = 16;
        while (slots < 2 * pairs) {
            slots *= 2;
        }
        if (slots > m_slots.size()) {
            rehash(slots);
        }
    }
    /// Sets the value of a pair, replacing an earlier one. Ids are not negative.
    void assign(std::int32_t left, std::int32_t right, Merge value) {
        reserve(m_used + 1);
        Slot& slot = m_slots[place(keyOf(left, right))];
        m_used += slot.key == kFree ? 1 : 0;
        slot = {keyOf(left, right), value};
    }
    [[nodiscard]] const Merge* find(std::int32_t left, std::int32_t right) const noexcept {
        if (m_slots.empty()) {
            return nullptr;
        }
        const Slot& slot = m_slots[place(keyOf(left, right))];
        return slot.key == kFree ? nullptr : &slot.value;
    }

 private:
    static constexpr std::uint64_t kFree = ~std::uint64_t{0};
    struct Slot {
        std::uint64_t key = kFree;
        Merge value;
    };

    [[nodiscard]] static std::uint64_t keyOf(std::int32_t left, std::int32_t right) noexcept {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 | static_cast<std::uint32_t>(right);
    }
    /// Returns the slot of `key`, or the free slot for it.
    [[nodiscard]] std::size_t place(std::uint64_t key) const noexcept {
        std::uint64_t hash = (key ^ key >> 32) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
        const std::size_t mask = m_slots.size() - 1;
        auto at = static_cast<std::size_t>(hash) & mask;
        while (m_slots[at].key != key && m_slots[at].key != kFree) {
            at = (at + 1) & mask;
        }
        return at;
    }
    void rehash(std::size_t slots) {
        std::vector<Slot> old(slots);
        old.swap(m_slots);
        for (const Slot& slot : old) {
            if (slot.key != kFree) {
                m_slots[place(slot.key)] = slot;
            }
        }
    }

    std::vector<Slot> m_slots;
    std::size_t m_used = 0;
};

}  // namespace kvw
