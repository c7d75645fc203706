// SPDX-License-Identifier: Apache-2.0
/// Radix sort of unsigned whole numbers by some of their bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kvw {

inline constexpr unsigned kRadixBits = 11;

/// Sorts `values` in ascending order by `digits` digits of kRadixBits bits each, from bit `lowest` on; stable.
/// `scratch` is working memory. Faster than a sort by comparisons from a few hundred values on.
template <class Key>
void radixSort(std::vector<Key>& values, std::vector<Key>& scratch, unsigned lowest, unsigned digits) {
    std::array<std::uint32_t, std::size_t{1} << kRadixBits> next;
    constexpr Key kMask = next.size() - 1;
    scratch.resize(values.size());
    for (unsigned shift = lowest; shift < lowest + digits * kRadixBits; shift += kRadixBits) {
        next.fill(0);
        for (const Key value : values) {
            ++next[(value >> shift) & kMask];
        }
        std::uint32_t begin = 0;
        for (std::uint32_t& count : next) {
            begin += std::exchange(count, begin);
        }
        for (const Key value : values) {
            scratch[next[(value >> shift) & kMask]++] = value;
        }
        values.swap(scratch);
    }
}

}  // namespace kvw
