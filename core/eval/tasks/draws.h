// SPDX-License-Identifier: Apache-2.0
/// Random draws that are the same on every platform, for tasks that make their samples.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace kvw::eval {

/// A stream of draws. The standard fixes the numbers of its engine; the mappings are here, because those of the
/// standard's distributions differ between libraries.
class Draws {
 public:
    /// The stream `index` of a name: each sample has one of its own, so that it does not depend on those before it.
    Draws(std::int64_t seed, std::string_view name, std::int64_t index) : m_engine(startOf(seed, name, index)) {}

    /// Returns a number in [0, count); `count` is positive.
    [[nodiscard]] std::int64_t below(std::int64_t count) {
        assert(count > 0);
        const auto range = static_cast<std::uint64_t>(count);
        // Numbers of the last, incomplete round are drawn again, else small ones would be likelier.
        const std::uint64_t rounds = std::numeric_limits<std::uint64_t>::max() / range * range;
        std::uint64_t drawn = m_engine();
        while (drawn >= rounds) {
            drawn = m_engine();
        }
        return static_cast<std::int64_t>(drawn % range);
    }
    /// Returns a number in [first, last].
    [[nodiscard]] std::int64_t between(std::int64_t first, std::int64_t last) {
        return first + below(last - first + 1);
    }
    [[nodiscard]] std::uint64_t bits() { return m_engine(); }

    template <class Item>
    [[nodiscard]] const Item& oneOf(const std::vector<Item>& items) {
        return items[static_cast<std::size_t>(below(static_cast<std::int64_t>(items.size())))];
    }
    template <class Item>
    void shuffle(std::vector<Item>& items) {
        for (std::size_t left = items.size(); left > 1; --left) {
            std::swap(items[left - 1], items[static_cast<std::size_t>(below(static_cast<std::int64_t>(left)))]);
        }
    }
    /// Returns `count` different numbers in [0, of), in the order drawn; at most all of them.
    [[nodiscard]] std::vector<std::int64_t> different(std::int64_t count, std::int64_t of) {
        std::vector<std::int64_t> numbers(static_cast<std::size_t>(of));
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] = static_cast<std::int64_t>(i);
        }
        count = count < of ? count : of;
        for (std::int64_t i = 0; i < count; ++i) {
            std::swap(numbers[static_cast<std::size_t>(i)], numbers[static_cast<std::size_t>(between(i, of - 1))]);
        }
        numbers.resize(static_cast<std::size_t>(count));
        return numbers;
    }

 private:
    /// FNV-1a over the name and the bytes of the numbers.
    [[nodiscard]] static std::uint64_t startOf(std::int64_t seed, std::string_view name, std::int64_t index) {
        std::uint64_t hash = 0xCBF29CE484222325;
        const auto add = [&](std::uint64_t byte) { hash = (hash ^ byte) * 0x100000001B3; };
        for (const std::int64_t number : {seed, index}) {
            for (int shift = 0; shift < 64; shift += 8) {
                add((static_cast<std::uint64_t>(number) >> shift) & 0xFF);
            }
        }
        for (const char character : name) {
            add(static_cast<unsigned char>(character));
        }
        return hash;
    }

    std::mt19937_64 m_engine;
};

}  // namespace kvw::eval
