// SPDX-License-Identifier: Apache-2.0
/// Radix sort of whole numbers by some of their bits, for host paths that order a few hundred slots per head and step.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace kvw::sdk {

inline constexpr unsigned kRadixBits = 11;

/// Sorts `values` in ascending order by `digits` digits of kRadixBits bits each, from bit `lowest` on; stable.
/// `scratch` is working memory.
inline void radix_sort(std::vector<std::uint64_t>& values, std::vector<std::uint64_t>& scratch, unsigned lowest,
                       unsigned digits) {
    std::array<std::uint32_t, std::size_t{1} << kRadixBits> next;
    constexpr std::uint64_t kMask = next.size() - 1;
    scratch.resize(values.size());
    for (unsigned shift = lowest; shift < lowest + digits * kRadixBits; shift += kRadixBits) {
        next.fill(0);
        for (const std::uint64_t value : values) {
            ++next[(value >> shift) & kMask];
        }
        std::uint32_t begin = 0;
        for (std::uint32_t& count : next) {
            begin += std::exchange(count, begin);
        }
        for (const std::uint64_t value : values) {
            scratch[next[(value >> shift) & kMask]++] = value;
        }
        values.swap(scratch);
    }
}

/// Sorts by the digits and then, by `before`, the values that agree in all bits from `lowest` on; few should.
template <class Before>
void radix_sort(std::vector<std::uint64_t>& values, std::vector<std::uint64_t>& scratch, unsigned lowest,
                unsigned digits, const Before& before) {
    radix_sort(values, scratch, lowest, digits);
    for (auto begin = values.begin(); begin != values.end();) {
        const auto end =
            std::find_if(begin, values.end(), [=](std::uint64_t value) { return value >> lowest != *begin >> lowest; });
        if (end - begin > 1) {
            std::sort(begin, end, before);
        }
        begin = end;
    }
}

}  // namespace kvw::sdk
