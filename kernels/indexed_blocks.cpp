// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexed_blocks.h"

#include <array>
#include <bit>
#include <cstddef>

#include "kernels/ggml_grids.h"
#include "kernels/half.h"

namespace kvw {
namespace {

using Byte = std::uint8_t;

constexpr float kIq1Shift = 0.125F;

float halfAt(const Byte* at) noexcept {
    return widenF16(static_cast<std::uint16_t>(at[0] | at[1] << 8U));
}
unsigned wordAt(const Byte* at) noexcept {
    return at[0] | static_cast<unsigned>(at[1]) << 8U;
}
std::uint32_t longAt(const Byte* at) noexcept {
    return wordAt(at) | static_cast<std::uint32_t>(wordAt(at + 2)) << 16U;
}
/// Returns nibble i of a list; the lower nibble of a byte comes first.
unsigned nibble(const Byte* list, int i) noexcept {
    return list[i / 2] >> i % 2 * 4 & 15U;
}

/// Adds the eighth sign bit, which makes the number of negative signs even.
unsigned signsOf(unsigned seven) noexcept {
    return seven | static_cast<unsigned>(std::popcount(seven) & 1) << 7U;
}

template <std::size_t Count, std::size_t Values>
void row(unsigned codes, const std::array<float, Values>& values, float scale, unsigned signs, float* y) {
    constexpr unsigned kBits = Values > 4 ? 3 : 2;
    for (unsigned j = 0; j < Count; ++j) {
        const float number = scale * values[codes >> kBits * j & ((1U << kBits) - 1)];
        y[j] = (signs >> j & 1U) != 0 ? -number : number;
    }
}

void iq2_xxs(const Byte* block, float* y) {
    const float d = halfAt(block);
    for (int group = 0; group < 8; ++group) {
        const Byte* indices = block + 2 + group * 8;
        const std::uint32_t rest = longAt(indices + 4);
        const float scale = d * (0.5F + static_cast<float>(rest >> 28U)) * 0.25F;
        for (unsigned l = 0; l < 4; ++l) {
            row<8>(grids::kIq2Xxs[indices[l]], grids::kIq2Values, scale, signsOf(rest >> 7 * l & 127U), y);
            y += 8;
        }
    }
}

void iq2_xs(const Byte* block, float* y) {
    const float d = halfAt(block);
    for (int i = 0; i < 32; ++i) {
        const unsigned index = wordAt(block + 2 + 2 * i);
        const float scale = d * (0.5F + static_cast<float>(nibble(block + 66, i / 2))) * 0.25F;
        row<8>(grids::kIq2Xs[index & 511U], grids::kIq2Values, scale, signsOf(index >> 9U), y + 8 * i);
    }
}

void iq2_s(const Byte* block, float* y) {
    const float d = halfAt(block);
    const Byte *low = block + 2, *signs = block + 34, *high = block + 66, *scales = block + 74;
    for (int i = 0; i < 32; ++i) {
        const unsigned index = low[i] | (high[i / 4] >> i % 4 * 2 & 3U) << 8U;
        const float scale = d * (0.5F + static_cast<float>(nibble(scales, i / 2))) * 0.25F;
        row<8>(grids::kIq2S[index], grids::kIq2Values, scale, signs[i], y + 8 * i);
    }
}

void iq3_xxs(const Byte* block, float* y) {
    const float d = halfAt(block);
    for (int group = 0; group < 8; ++group) {
        const std::uint32_t rest = longAt(block + 66 + 4 * group);
        const float scale = d * (0.5F + static_cast<float>(rest >> 28U)) * 0.5F;
        for (int l = 0; l < 8; ++l) {
            const unsigned signs = signsOf(rest >> 7 * (l / 2) & 127U) >> l % 2 * 4;
            row<4>(grids::kIq3Xxs[block[2 + group * 8 + l]], grids::kIq3XxsValues, scale, signs, y);
            y += 4;
        }
    }
}

void iq3_s(const Byte* block, float* y) {
    const float d = halfAt(block);
    const Byte *low = block + 2, *high = block + 66, *signs = block + 74, *scales = block + 106;
    for (int i = 0; i < 64; ++i) {
        const unsigned index = low[i] | (high[i / 8] >> i % 8 & 1U) << 8U;
        const float scale = d * static_cast<float>(1 + 2 * nibble(scales, i / 8));
        row<4>(grids::kIq3S[index], grids::kIq3SValues, scale, nibble(signs, i), y + 4 * i);
    }
}

void shiftedRow(unsigned index, float scale, bool down, float* y) {
    const unsigned codes = grids::kIq1S[index];
    for (unsigned j = 0; j < 8; ++j) {
        y[j] = scale * (grids::kIq1Values[codes >> 2 * j & 3U] + (down ? -kIq1Shift : kIq1Shift));
    }
}

void iq1_s(const Byte* block, float* y) {
    const float d = halfAt(block);
    for (int i = 0; i < 32; ++i) {
        const unsigned high = wordAt(block + 34 + i / 4 * 2);
        const float scale = d * static_cast<float>(2 * (high >> 12U & 7U) + 1);
        shiftedRow(block[2 + i] | (high >> 3 * (i % 4) & 7U) << 8U, scale, (high & 0x8000U) != 0, y + 8 * i);
    }
}

/// Decodes IQ1_M, whose half-precision factor lies in the upper nibbles of the four words of scales.
void iq1_m(const Byte* block, float* y) {
    const Byte *high = block + 32, *scales = block + 48;
    unsigned factor = 0;
    for (unsigned i = 0; i < 4; ++i) {
        factor |= (wordAt(scales + 2 * i) >> 12U) << 4 * i;
    }
    const float d = widenF16(static_cast<std::uint16_t>(factor));
    for (int i = 0; i < 32; ++i) {
        const unsigned three = wordAt(scales + i / 8 * 2) >> 3 * (i / 2 % 4) & 7U, more = nibble(high, i);
        shiftedRow(block[i] | (more & 7U) << 8U, d * static_cast<float>(2 * three + 1), (more & 8U) != 0, y + 8 * i);
    }
}

/// Returns one of the five ternary numbers in a byte, which encodes them as a fraction of 256.
float ternary(Byte byte, int place, float d) noexcept {
    constexpr std::array<unsigned, 5> kPowers{1, 3, 9, 27, 81};
    const unsigned rest = byte * kPowers[static_cast<std::size_t>(place)] & 255U;
    return d * static_cast<float>(static_cast<int>(rest * 3 >> 8U) - 1);
}

void tq1_0(const Byte* block, float* y) {
    const float d = halfAt(block + 52);
    const auto part = [&](const Byte* q, int bytes, int places) {
        for (int i = 0; i < bytes * places; ++i) {
            *y++ = ternary(q[i % bytes], i / bytes, d);
        }
    };
    part(block, 32, 5);
    part(block + 32, 16, 5);
    part(block + 48, 4, 4);
}

void tq2_0(const Byte* block, float* y) {
    const float d = halfAt(block + 64);
    for (int i = 0; i < 256; ++i) {
        const unsigned two = block[i / 128 * 32 + i % 32] >> i / 32 % 4 * 2 & 3U;
        y[i] = d * static_cast<float>(static_cast<int>(two) - 1);
    }
}

}  // namespace

BlockReader indexedBlock(BlockType type) noexcept {
    switch (type) {
        case BlockType::IQ1_S:
            return iq1_s;
        case BlockType::IQ1_M:
            return iq1_m;
        case BlockType::IQ2_XXS:
            return iq2_xxs;
        case BlockType::IQ2_XS:
            return iq2_xs;
        case BlockType::IQ2_S:
            return iq2_s;
        case BlockType::IQ3_XXS:
            return iq3_xxs;
        case BlockType::IQ3_S:
            return iq3_s;
        case BlockType::TQ1_0:
            return tq1_0;
        case BlockType::TQ2_0:
            return tq2_0;
        default:
            return nullptr;
    }
}

}  // namespace kvw
