// SPDX-License-Identifier: Apache-2.0
/// Noise in the last bits of queries (core/session/spec/jitter.h). Without torch.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "core/policy/kit/random.h"
#include "core/session/spec/jitter.h"

namespace kvw {

/// Returns the number `places` further from 0 among the f32 numbers, or nearer; it keeps its sign and stays finite.
/// Numbers that are not finite stay as they are.
[[nodiscard]] inline float movedByPlaces(float number, std::int64_t places) noexcept {
    constexpr std::uint32_t kSign = 0x80000000U, kLargest = 0x7F7FFFFFU;
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const std::uint32_t size = bits & ~kSign;
    if (size > kLargest) {
        return number;
    }
    const std::int64_t moved = std::clamp<std::int64_t>(static_cast<std::int64_t>(size) + places, 0, kLargest);
    return std::bit_cast<float>((bits & kSign) | static_cast<std::uint32_t>(moved));
}

/// Moves the query of a token in a layer [query_heads, head_dim] by -ulps to ulps places per element. What it draws
/// follows from seed, stream, layer, token and element alone, so chunks and threads change nothing.
inline void addNoise(const Jitter& jitter, std::int64_t seed, std::int32_t layer, std::int64_t token,
                     std::span<float> query) noexcept {
    const auto word = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
    const std::uint64_t start = sdk::hash(word(seed), {word(jitter.stream), word(layer), word(token)});
    const std::uint64_t range = 2 * word(jitter.ulps) + 1;
    for (std::size_t i = 0; i < query.size(); ++i) {
        const std::uint64_t drawn = (sdk::splitmix64(start ^ i) >> 32U) * range >> 32U;
        query[i] = movedByPlaces(query[i], static_cast<std::int64_t>(drawn) - jitter.ulps);
    }
}

}  // namespace kvw
