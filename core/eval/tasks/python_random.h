// SPDX-License-Identifier: Apache-2.0
/// Random numbers of Python's module `random`, so that samples are those that a benchmark in Python makes. Source:
/// Matsumoto and Nishimura, MT19937 (init_by_array); `seed`, `shuffle` and `choice` of CPython 3.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace kvw::eval {

class PythonRandom {
 public:
    explicit PythonRandom(std::uint32_t seed);

    /// Returns a number in [0, count); `count` is positive.
    [[nodiscard]] std::size_t below(std::size_t count);
    template <class Item>
    [[nodiscard]] const Item& choice(const std::vector<Item>& items) {
        return items[below(items.size())];
    }
    template <class Item>
    void shuffle(std::vector<Item>& items) {
        for (std::size_t last = items.size(); last > 1; --last) {
            std::swap(items[last - 1], items[below(last)]);
        }
    }

 private:
    [[nodiscard]] std::uint32_t bits();

    static constexpr std::size_t kNumbers = 624;
    std::array<std::uint32_t, kNumbers> m_state{};
    std::size_t m_at = kNumbers;
};

}  // namespace kvw::eval
