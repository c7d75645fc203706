// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/sorted_numbers.h"

#include <limits>

#include "core/metrics/wide.h"

namespace kvw::metrics {

namespace {

template <class Key>
inline __attribute__((always_inline)) void widen(const Key* keys, std::size_t count, Key& least, Key& most) {
    Key low = std::numeric_limits<Key>::max(), high = 0;
    for (std::size_t i = 0; i < count; ++i) {
        low = std::min(low, keys[i]);
        high = std::max(high, keys[i]);
    }
    least = low;
    most = high;
}

KVW_WIDE void rangeOfKeys(const std::uint32_t* keys, std::size_t count, std::uint32_t& least, std::uint32_t& most) {
    widen(keys, count, least, most);
}

KVW_WIDE void rangeOfLongKeys(const std::uint64_t* keys, std::size_t count, std::uint64_t& least,
                              std::uint64_t& most) {
    widen(keys, count, least, most);
}

}  // namespace

std::pair<std::uint32_t, std::uint32_t> rangeOf(std::span<const std::uint32_t> keys) {
    std::pair<std::uint32_t, std::uint32_t> range;
    rangeOfKeys(keys.data(), keys.size(), range.first, range.second);
    return range;
}

std::pair<std::uint64_t, std::uint64_t> rangeOf(std::span<const std::uint64_t> keys) {
    std::pair<std::uint64_t, std::uint64_t> range;
    rangeOfLongKeys(keys.data(), keys.size(), range.first, range.second);
    return range;
}

}  // namespace kvw::metrics
