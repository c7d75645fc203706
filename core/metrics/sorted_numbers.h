// SPDX-License-Identifier: Apache-2.0
/// Sorts the numbers of a row: half of what it costs to record statistics is this sort.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace kvw::metrics {

/// Whole numbers of the width of T, in the order of the numbers that they stand for.
template <class T>
using SortKey = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// The bits of a number, inverted if it is negative, with the sign bit set otherwise. NaN has no order.
template <class T>
SortKey<T> sortKeyOf(T value) {
    constexpr SortKey<T> kSign = SortKey<T>{1} << (8 * sizeof(T) - 1);
    const auto bits = std::bit_cast<SortKey<T>>(value);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

/// Reverses sortKeyOf.
template <class T>
T numberOf(SortKey<T> key) {
    constexpr SortKey<T> kSign = SortKey<T>{1} << (8 * sizeof(T) - 1);
    return std::bit_cast<T>((key & kSign) != 0 ? key & ~kSign : ~key);
}

/// Working memory of a sort.
template <class T>
struct SortScratch {
    std::vector<SortKey<T>> keys, others;
};

/// Sorts `keys` by their bits [shift, shift + 2 * kBits) above `least`, which no difference exceeds; keys with the same
/// bits keep their order. `others`: working memory of the same size.
template <unsigned kBits, class Key>
void sortByTwoDigits(std::span<Key> keys, std::span<Key> others, Key least, unsigned shift) {
    constexpr std::size_t kDigits = std::size_t{1} << kBits;
    std::array<std::uint32_t, kDigits> low{}, high{};
    const auto digits = [least, shift](Key key) { return static_cast<std::size_t>((key - least) >> shift); };
    for (const Key key : keys) {
        ++low[digits(key) % kDigits];
        ++high[digits(key) / kDigits];
    }
    std::uint32_t lows = 0, highs = 0;
    for (std::size_t i = 0; i < kDigits; ++i) {
        lows += std::exchange(low[i], lows);
        highs += std::exchange(high[i], highs);
    }
    for (const Key key : keys) {
        others[low[digits(key) % kDigits]++] = key;
    }
    for (const Key key : others) {
        keys[high[digits(key) / kDigits]++] = key;
    }
}

/// Sorts keys that are almost in order: looks at blocks of them, and moves keys where a block is not in order. Returns
/// false if many are not, with the keys in another order than before.
template <class Key>
bool insertionSort(std::span<Key> keys) {
    constexpr std::size_t kMovesPerKey = 8, kBlock = 16;
    std::size_t moves = 0;
    for (std::size_t begin = 1; begin < keys.size(); begin += kBlock) {
        const std::size_t end = std::min(begin + kBlock, keys.size());
        std::uint32_t disorder = 0;
        for (std::size_t i = begin; i < end; ++i) {
            disorder |= keys[i - 1] > keys[i] ? 1U : 0U;
        }
        for (std::size_t i = begin; i < end && disorder != 0; ++i) {
            const Key key = keys[i];
            std::size_t at = i;
            for (; at > 0 && keys[at - 1] > key; --at) {
                keys[at] = keys[at - 1];
            }
            keys[at] = key;
            moves += i - at;
        }
        if (moves > kMovesPerKey * keys.size()) {
            return false;
        }
    }
    return true;
}

/// Returns the least and the largest of some keys.
[[nodiscard]] std::pair<std::uint32_t, std::uint32_t> rangeOf(std::span<const std::uint32_t> keys);
[[nodiscard]] std::pair<std::uint64_t, std::uint64_t> rangeOf(std::span<const std::uint64_t> keys);

/// Sorts `keys`; `others` is working memory.
template <class Key>
void sortKeys(std::vector<Key>& keys, std::vector<Key>& others) {
    constexpr std::size_t kFewest = 64;  // for fewer, counting digits takes longer than comparing
    // Below these, counters of longer digits take longer than later insertions.
    constexpr std::size_t kNarrow = 1500, kMedium = 8192;
    if (keys.size() < kFewest) {
        std::sort(keys.begin(), keys.end());
        return;
    }
    others.resize(keys.size());
    const auto [least, most] = rangeOf(std::span<const Key>(keys));
    const auto width = static_cast<unsigned>(std::bit_width(static_cast<Key>(most - least)));
    const auto sortBy = [&, first = least]<unsigned kBits>(std::integral_constant<unsigned, kBits>) {
        const unsigned shift = width > 2 * kBits ? width - 2 * kBits : 0;
        sortByTwoDigits<kBits>(std::span<Key>(keys), std::span<Key>(others), first, shift);
        return shift == 0 || insertionSort(std::span<Key>(keys));
    };
    const bool sorted = keys.size() < kNarrow   ? sortBy(std::integral_constant<unsigned, 8>())
                        : keys.size() < kMedium ? sortBy(std::integral_constant<unsigned, 10>())
                                                : sortBy(std::integral_constant<unsigned, 11>());
    if (!sorted) {
        std::sort(keys.begin(), keys.end());
    }
}

}  // namespace kvw::metrics
