// SPDX-License-Identifier: Apache-2.0
/// Scalar conversions of the 16-bit storage types; the same bits on every processor.
#pragma once

#include <bit>
#include <cstdint>

namespace kvw {

[[nodiscard]] inline float widenBf16(std::uint16_t bits) noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// Rounds to nearest even; NaN stays a (quiet) NaN.
[[nodiscard]] inline std::uint16_t narrowBf16(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffU) > 0x7f800000U) {
        return static_cast<std::uint16_t>((bits >> 16) | 0x0040U);
    }
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

[[nodiscard]] inline float widenF16(std::uint16_t half) noexcept {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
    const std::uint32_t magnitude = half & 0x7fffU;
    if (magnitude >= 0x7c00U) {  // infinity, NaN
        const std::uint32_t quiet = magnitude > 0x7c00U ? 0x00400000U : 0U;
        return std::bit_cast<float>(sign | 0x7f800000U | ((magnitude & 0x3ffU) << 13) | quiet);
    }
    if (magnitude < 0x0400U) {  // subnormal: magnitude * 2^-24, exact
        return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(static_cast<float>(magnitude) * 0x1p-24F));
    }
    return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000U));
}

/// Rounds to nearest even; too large numbers become infinity, NaN stays NaN.
[[nodiscard]] inline std::uint16_t narrowF16(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    std::uint32_t half = 0;
    if (magnitude > 0x7f800000U) {
        half = 0x7e00U | ((magnitude >> 13) & 0x3ffU);
    } else if (magnitude >= 0x47800000U) {  // 65536 and above
        half = 0x7c00U;
    } else if (magnitude < 0x38800000U) {  // below 2^-14: adding 0.5 leaves multiples of 2^-24 in the low bits, rounded
        half = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5F) - 0x3f000000U;
    } else {
        half = (magnitude - 0x38000000U + 0x0fffU + ((magnitude >> 13) & 1U)) >> 13;
    }
    return static_cast<std::uint16_t>(sign | half);
}

}  // namespace kvw
