// SPDX-License-Identifier: Apache-2.0
/// Counter-based randomness: results depend on (seed, layer, head, token), never on call order, threads or device.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace kvw::sdk {

/// Source: Steele, Lea & Flood 2014, SplitMix64; the constants of POLICIES.md, section 14.
[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t x) noexcept {
    std::uint64_t z = x + 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

/// H(seed, a, b, ...) of POLICIES.md, section 14.
[[nodiscard]] constexpr std::uint64_t hash(std::uint64_t seed, std::initializer_list<std::uint64_t> fields) noexcept {
    std::uint64_t h = splitmix64(seed);
    for (const std::uint64_t field : fields) {
        h = splitmix64(h ^ field);
    }
    return h;
}

}  // namespace kvw::sdk
