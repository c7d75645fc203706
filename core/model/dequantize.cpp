// SPDX-License-Identifier: Apache-2.0
#include "core/model/dequantize.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/model/half_float.h"
#include "core/model/indexed_blocks.h"

namespace kvw {
namespace {

using Byte = std::uint8_t;

std::array<float, 256> fp8Table() noexcept {
    std::array<float, 256> table{};
    for (unsigned code = 0; code < 256; ++code) {
        const int exponent = static_cast<int>(code >> 3U & 15U), mantissa = static_cast<int>(code & 7U);
        float value = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -9)
                                    : std::ldexp(static_cast<float>(8 + mantissa), exponent - 10);
        if ((code & 0x7FU) == 0x7FU) {
            value = std::bit_cast<float>(0x7FC00000U);
        }
        table[code] = code >= 128 ? -value : value;
    }
    return table;
}

void q8_0(const Byte* block, float* y) {
    const float d = halfAt(block);
    for (int i = 0; i < 32; ++i) {
        y[i] = static_cast<float>(static_cast<std::int8_t>(block[2 + i])) * d;
    }
}

void q4_0(const Byte* block, float* y) {
    const float d = halfAt(block);
    for (int i = 0; i < 16; ++i) {
        y[i] = static_cast<float>((block[2 + i] & 15) - 8) * d;
        y[i + 16] = static_cast<float>((block[2 + i] >> 4) - 8) * d;
    }
}

void q4_1(const Byte* block, float* y) {
    const float d = halfAt(block), least = halfAt(block + 2);
    for (int i = 0; i < 16; ++i) {
        y[i] = static_cast<float>(block[4 + i] & 15) * d + least;
        y[i + 16] = static_cast<float>(block[4 + i] >> 4) * d + least;
    }
}

/// Number `i` of 32, five bits each: the fifth bits lie in front of the nibbles.
int fiveBits(const Byte* high, int i) noexcept {
    const Byte* low = high + 4;
    return (i < 16 ? low[i] & 15 : low[i - 16] >> 4) | (high[i / 8] >> i % 8 & 1) << 4;
}

void q5_0(const Byte* block, float* y) {
    const float d = halfAt(block);
    for (int i = 0; i < 32; ++i) {
        y[i] = static_cast<float>(fiveBits(block + 2, i) - 16) * d;
    }
}

void q5_1(const Byte* block, float* y) {
    const float d = halfAt(block), least = halfAt(block + 2);
    for (int i = 0; i < 32; ++i) {
        y[i] = static_cast<float>(fiveBits(block + 4, i)) * d + least;
    }
}

/// Number `i` of 256, two bits each: four groups of 32 share 32 bytes.
int twoBits(const Byte* q, int i) noexcept {
    return q[i / 128 * 32 + i % 32] >> (i / 32 % 4 * 2) & 3;
}

void q2_k(const Byte* block, float* y) {
    const float d = halfAt(block + 80), minimum = halfAt(block + 82);
    for (int i = 0; i < 256; ++i) {
        const Byte scale = block[i / 16];
        y[i] = d * static_cast<float>(scale & 15) * static_cast<float>(twoBits(block + 16, i)) -
               minimum * static_cast<float>(scale >> 4);
    }
}

void q3_k(const Byte* block, float* y) {
    const float d = halfAt(block + 108);
    const Byte* scales = block + 96;
    for (int i = 0; i < 256; ++i) {
        const int group = i / 16;
        const int scale = (group < 8 ? scales[group] & 15 : scales[group - 8] >> 4) |
                          (scales[8 + group % 4] >> group / 4 * 2 & 3) << 4;
        // The third bit counts where it is not set.
        const int third = (block[i % 32] >> i / 32 & 1) != 0 ? 0 : 4;
        y[i] = d * static_cast<float>(scale - 32) * static_cast<float>(twoBits(block + 32, i) - third);
    }
}

/// Scale and minimum of group `j` of eight, six bits each in twelve bytes.
std::pair<float, float> scaleAndMinimum(int j, const Byte* q) noexcept {
    if (j < 4) {
        return {static_cast<float>(q[j] & 63), static_cast<float>(q[j + 4] & 63)};
    }
    return {static_cast<float>((q[j + 4] & 15) | (q[j - 4] >> 6) << 4),
            static_cast<float>((q[j + 4] >> 4) | (q[j] >> 6) << 4)};
}

/// Q4_K, and Q5_K with a fifth bit of each number in `high`.
void q45_k(const Byte* block, const Byte* high, const Byte* low, float* y) {
    const float d = halfAt(block), minimum = halfAt(block + 2);
    for (int group = 0; group < 8; ++group) {
        const auto [scale, least] = scaleAndMinimum(group, block + 4);
        const float step = d * scale, offset = minimum * least;
        const Byte* q = low + group / 2 * 32;
        for (int i = 0; i < 32; ++i) {
            const int nibble = group % 2 == 0 ? q[i] & 15 : q[i] >> 4;
            const int fifth = high != nullptr && (high[i] >> group & 1) != 0 ? 16 : 0;
            y[group * 32 + i] = step * static_cast<float>(nibble + fifth) - offset;
        }
    }
}

void q4_k(const Byte* block, float* y) {
    q45_k(block, nullptr, block + 16, y);
}
void q5_k(const Byte* block, float* y) {
    q45_k(block, block + 16, block + 48, y);
}

void q6_k(const Byte* block, float* y) {
    const float d = halfAt(block + 208);
    for (int half = 0; half < 2; ++half) {
        const Byte* low = block + half * 64;
        const Byte* high = block + 128 + half * 32;
        const Byte* scales = block + 192 + half * 8;
        for (int quarter = 0; quarter < 4; ++quarter) {
            for (int i = 0; i < 32; ++i) {
                const Byte nibbles = low[i + quarter % 2 * 32];
                const int q = ((quarter < 2 ? nibbles & 15 : nibbles >> 4) | (high[i] >> (2 * quarter) & 3) << 4) - 32;
                const auto scale = static_cast<std::int8_t>(scales[2 * quarter + i / 16]);
                y[half * 128 + quarter * 32 + i] = d * static_cast<float>(scale) * static_cast<float>(q);
            }
        }
    }
}

template <class Word>
bool finite(const std::byte* source, std::size_t count, Word exponent) {
    constexpr std::size_t kPiece = 4096;
    for (std::size_t begin = 0; begin < count; begin += kPiece) {
        const std::size_t end = std::min(count, begin + kPiece);
        Word bad = 0;
        for (std::size_t i = begin; i < end; ++i) {
            Word word;
            std::memcpy(&word, source + i * sizeof(Word), sizeof(Word));
            bad = static_cast<Word>(bad | static_cast<Word>((word & exponent) == exponent));
        }
        if (bad != 0) {
            return false;
        }
    }
    return true;
}

}  // namespace

void toFloat(TensorType type, const std::byte* source, float* target, std::size_t count) {
    static const std::array<float, 256> kFp8 = fp8Table();
    const auto* bytes = reinterpret_cast<const Byte*>(source);
    const auto blocks = [&](void (*one)(const Byte*, float*)) {
        for (std::size_t i = 0; i < count; i += blockElements(type), bytes += blockBytes(type)) {
            one(bytes, target + i);
        }
    };
    switch (type) {
        case TensorType::F32:
            std::memcpy(target, source, count * sizeof(float));
            break;
        case TensorType::BF16:
            for (std::size_t i = 0; i < count; ++i) {
                std::uint16_t word = 0;
                std::memcpy(&word, source + 2 * i, 2);
                target[i] = std::bit_cast<float>(static_cast<std::uint32_t>(word) << 16U);
            }
            break;
        case TensorType::F16:
            for (std::size_t i = 0; i < count; ++i) {
                target[i] = halfAt(bytes + 2 * i);
            }
            break;
        case TensorType::F8E4M3:
            std::transform(bytes, bytes + count, target, [](Byte code) { return kFp8[code]; });
            break;
        case TensorType::Q8_0:
            return blocks(q8_0);
        case TensorType::Q4_0:
            return blocks(q4_0);
        case TensorType::Q4_1:
            return blocks(q4_1);
        case TensorType::Q5_0:
            return blocks(q5_0);
        case TensorType::Q5_1:
            return blocks(q5_1);
        case TensorType::Q2_K:
            return blocks(q2_k);
        case TensorType::Q3_K:
            return blocks(q3_k);
        case TensorType::Q4_K:
            return blocks(q4_k);
        case TensorType::Q5_K:
            return blocks(q5_k);
        case TensorType::Q6_K:
            return blocks(q6_k);
        case TensorType::F64:
            for (std::size_t i = 0; i < count; ++i) {
                double value = 0;
                std::memcpy(&value, source + 8 * i, 8);
                target[i] = static_cast<float>(value);
            }
            break;
        default:
            if (const BlockReader one = indexedBlock(type); one != nullptr) {
                return blocks(one);
            }
            std::fill_n(target, count, 0.0F);
    }
}

void toBf16(const float* source, std::byte* target, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<std::uint32_t>(source[i]);
        // A NaN must not round to an infinity.
        const bool nan = (bits & 0x7FFFFFFFU) > 0x7F800000U;
        const auto word =
            static_cast<std::uint16_t>(nan ? bits >> 16U | 0x40U : (bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);
        std::memcpy(target + 2 * i, &word, 2);
    }
}

bool allFinite(TensorType type, const std::byte* source, std::size_t count) {
    switch (type) {
        case TensorType::BF16:
            return finite<std::uint16_t>(source, count, 0x7F80);
        case TensorType::F16:
            return finite<std::uint16_t>(source, count, 0x7C00);
        default:
            return finite<std::uint32_t>(source, count, 0x7F800000);
    }
}

}  // namespace kvw
