// SPDX-License-Identifier: Apache-2.0
/// Half-precision numbers (IEEE 754 binary16) as f32.
#pragma once

#include <bit>
#include <cstdint>

namespace kvw {

[[nodiscard]] inline float fromHalf(std::uint16_t half) noexcept {
    const std::uint32_t sign = (half & 0x8000U) << 16U, exponent = (half >> 10U) & 0x1FU, mantissa = half & 0x3FFU;
    if (exponent == 0) {
        const float small = static_cast<float>(mantissa) * 0x1p-24F;
        return sign != 0 ? -small : small;
    }
    const std::uint32_t bits = exponent == 31 ? 0x7F800000U : (exponent + 112U) << 23U;
    return std::bit_cast<float>(sign | bits | mantissa << 13U);
}

/// Of any alignment.
[[nodiscard]] inline float halfAt(const std::uint8_t* source) noexcept {
    return fromHalf(static_cast<std::uint16_t>(source[0] | source[1] << 8U));
}

}  // namespace kvw
