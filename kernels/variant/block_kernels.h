// SPDX-License-Identifier: Apache-2.0
/// Blocks of quantised numbers over the lanes of one variant; included after its lanes header.
/// Products and sums are rounded in the order of ggml's `dequantize_row_*`.
#pragma once

#include "kernels/variant/table.h"

namespace kvw {
namespace {

using Byte = std::uint8_t;
typedef std::uint64_t Words __attribute__((vector_size(16)));

KVW_LANES Bytes loadBytes(const Byte* p) {
    Bytes bytes;
    __builtin_memcpy(&bytes, p, sizeof(bytes));
    return bytes;
}
KVW_LANES F half(const Byte* p) {
    Half bits;
    __builtin_memcpy(&bits, p, sizeof(bits));
    return broadcast(bits);
}
KVW_LANES F whole(int number) {
    return broadcast(static_cast<float>(number));
}
/// Returns the byte `a` eight times, then `b` eight times.
KVW_LANES Bytes eightEach(Byte a, Byte b) {
    const Words words = {a * 0x0101010101010101U, b * 0x0101010101010101U};
    return reinterpret_cast<Bytes>(words);
}
/// Returns 16 numbers: number i is 16 if bit i of the 16-bit word at `p` is set, else 0.
KVW_LANES Bytes fifthBits(const Byte* p) {
    const Bytes place = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    return reinterpret_cast<Bytes>((eightEach(p[0], p[1]) & place) != 0) & 16;
}

struct Q8_0 {
    static constexpr BlockType kType = BlockType::Q8_0;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block);
        take(0, signedNumbers(loadBytes(block + 2)) * d);
        take(16, signedNumbers(loadBytes(block + 18)) * d);
    }
};

struct Q4_0 {
    static constexpr BlockType kType = BlockType::Q4_0;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block);
        const Bytes q = loadBytes(block + 2);
        take(0, signedNumbers((q & 15) - 8) * d);
        take(16, signedNumbers((q >> 4) - 8) * d);
    }
};

struct Q4_1 {
    static constexpr BlockType kType = BlockType::Q4_1;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block);
        const F least = half(block + 2);
        const Bytes q = loadBytes(block + 4);
        take(0, signedNumbers(q & 15) * d + least);
        take(16, signedNumbers(q >> 4) * d + least);
    }
};

struct Q5_0 {
    static constexpr BlockType kType = BlockType::Q5_0;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block);
        const Bytes q = loadBytes(block + 6);
        take(0, signedNumbers(((q & 15) | fifthBits(block + 2)) - 16) * d);
        take(16, signedNumbers(((q >> 4) | fifthBits(block + 4)) - 16) * d);
    }
};

struct Q5_1 {
    static constexpr BlockType kType = BlockType::Q5_1;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block);
        const F least = half(block + 2);
        const Bytes q = loadBytes(block + 8);
        take(0, signedNumbers((q & 15) | fifthBits(block + 4)) * d + least);
        take(16, signedNumbers((q >> 4) | fifthBits(block + 6)) * d + least);
    }
};

/// Numbers of two bits: four groups of 32 share 32 bytes.
struct Q2_K {
    static constexpr BlockType kType = BlockType::Q2_K;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block + 80);
        const F minimum = half(block + 82);
        KVW_UNROLL(16)
        for (std::size_t group = 0; group < 16; ++group) {
            const int scale = block[group];
            const Bytes q = loadBytes(block + 16 + group / 8 * 32 + group % 2 * 16);
            take(group * 16,
                 d * whole(scale & 15) * signedNumbers((q >> (group / 2 % 4 * 2)) & 3) - minimum * whole(scale >> 4));
        }
    }
};

/// Like Q2_K with a third bit; where it is not set, 4 is subtracted.
struct Q3_K {
    static constexpr BlockType kType = BlockType::Q3_K;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block + 108);
        const Byte* scales = block + 96;
        KVW_UNROLL(16)
        for (std::size_t group = 0; group < 16; ++group) {
            const int scale = (group < 8 ? scales[group] & 15 : scales[group - 8] >> 4) |
                              (scales[8 + group % 4] >> group / 4 * 2 & 3) << 4;
            const Bytes q = loadBytes(block + 32 + group / 8 * 32 + group % 2 * 16);
            const Bytes third = ((loadBytes(block + group % 2 * 16) >> (group / 2)) & 1) << 2;
            take(group * 16, d * whole(scale - 32) * signedNumbers(((q >> (group / 2 % 4 * 2)) & 3) + third - 4));
        }
    }
};

/// Eight groups of 32, with scales and minimums of six bits in twelve bytes; with `kFive`, the fifth bits of the
/// numbers lie before the nibbles.
template <BlockType kBlockType, bool kFive>
struct Q45_K {
    static constexpr BlockType kType = kBlockType;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block);
        const F minimum = half(block + 2);
        const Byte* six = block + 4;
        const Byte* high = block + 16;
        const Byte* low = kFive ? block + 48 : block + 16;
        KVW_UNROLL(8)
        for (std::size_t group = 0; group < 8; ++group) {
            const int scale = group < 4 ? six[group] & 63 : (six[group + 4] & 15) | (six[group - 4] >> 6) << 4;
            const int least = group < 4 ? six[group + 4] & 63 : (six[group + 4] >> 4) | (six[group] >> 6) << 4;
            const F step = d * whole(scale);
            const F offset = minimum * whole(least);
            KVW_UNROLL(2)
            for (std::size_t i = 0; i < 32; i += 16) {
                const Bytes q = loadBytes(low + group / 2 * 32 + i);
                Bytes number = group % 2 == 0 ? q & 15 : q >> 4;
                if constexpr (kFive) {
                    number |= ((loadBytes(high + i) >> group) & 1) << 4;
                }
                take(group * 32 + i, step * signedNumbers(number) - offset);
            }
        }
    }
};
using Q4_K = Q45_K<BlockType::Q4_K, false>;
using Q5_K = Q45_K<BlockType::Q5_K, true>;

/// Numbers of six bits: two halves of four quarters of 32, with a scale for 16 numbers.
struct Q6_K {
    static constexpr BlockType kType = BlockType::Q6_K;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block + 208);
        KVW_UNROLL(16)
        for (std::size_t group = 0; group < 16; ++group) {
            const std::size_t quarter = group / 2 % 4;
            const std::size_t at = group % 2 * 16;
            const Bytes q = loadBytes(block + group / 8 * 64 + quarter % 2 * 32 + at);
            const Bytes two = (loadBytes(block + 128 + group / 8 * 32 + at) >> (2 * quarter)) & 3;
            const Bytes number = ((quarter < 2 ? q & 15 : q >> 4) | (two << 4)) - 32;
            take(group * 16, d * whole(static_cast<std::int8_t>(block[192 + group])) * signedNumbers(number));
        }
    }
};

constexpr Bytes kIq4Numbers = {129, 152, 173, 191, 207, 221, 234, 246, 1, 13, 25, 38, 53, 69, 89, 113};  // as int8
/// Numbers of E2M1, doubled; as int8.
constexpr Bytes kFp4Numbers = {0, 1, 2, 3, 4, 6, 8, 12, 0, 255, 254, 253, 252, 250, 248, 244};

/// Takes the table's numbers for the lower nibbles, then for the upper ones.
template <class Take>
KVW_LANES void takeIndexed(Bytes table, Bytes q, F scale, std::size_t at, const Take& take) {
    take(at, scale * signedNumbers(lookUp(table, q & 15)));
    take(at + 16, scale * signedNumbers(lookUp(table, q >> 4)));
}

struct Iq4Nl {
    static constexpr BlockType kType = BlockType::IQ4_NL;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        takeIndexed(kIq4Numbers, loadBytes(block + 2), half(block), 0, take);
    }
};

struct Iq4Xs {
    static constexpr BlockType kType = BlockType::IQ4_XS;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block);
        KVW_UNROLL(8)
        for (std::size_t group = 0; group < 8; ++group) {
            const int four = block[4 + group / 2] >> (group % 2 * 4) & 15;
            const int six = four | (block[2 + group / 4] >> (group % 4 * 2) & 3) << 4;
            takeIndexed(kIq4Numbers, loadBytes(block + 8 + 16 * group), d * whole(six - 32), 32 * group, take);
        }
    }
};

/// The scale is a power of two, halved here because kFp4Numbers are doubled.
struct Mxfp4 {
    static constexpr BlockType kType = BlockType::MXFP4;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const std::uint32_t code = block[0];  // 2^(code - 128)
        const std::uint32_t bits = code < 2 ? 0x00200000U << code : (code - 1) << 23;
        takeIndexed(kFp4Numbers, loadBytes(block + 1), broadcast(__builtin_bit_cast(float, bits)), 0, take);
    }
};

struct Nvfp4 {
    static constexpr BlockType kType = BlockType::NVFP4;
    /// Returns an unsigned E4M3, halved because kFp4Numbers are doubled; the code of NaN gives 0, as in ggml.
    KVW_MEMBER static float scale(Byte code) {
        const std::uint32_t exponent = code >> 3 & 15;
        const auto mantissa = static_cast<float>(code & 7);
        const float power = __builtin_bit_cast(float, (exponent + 116) << 23);
        return code == 0x7F ? 0.0F : exponent == 0 ? mantissa * 0x1p-10F : (8.0F + mantissa) * power;
    }
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        KVW_UNROLL(2)
        for (std::size_t pair = 0; pair < 2; ++pair) {
            const Bytes q = loadBytes(block + 4 + 16 * pair);
            const Bytes low = q & 15;
            const Bytes high = q >> 4;
            const Bytes first =
                __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
            const Bytes second =
                __builtin_shufflevector(low, high, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
            take(32 * pair, broadcast(scale(block[2 * pair])) * signedNumbers(lookUp(kFp4Numbers, first)));
            take(32 * pair + 16, broadcast(scale(block[2 * pair + 1])) * signedNumbers(lookUp(kFp4Numbers, second)));
        }
    }
};

/// Integers with a scale and a zero per block. number - zero is an exact integer, so only the product is rounded.
template <BlockType kBlockType, bool kNibbles>
struct ScaledInts {
    static constexpr BlockType kType = kBlockType;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        float scale;
        __builtin_memcpy(&scale, block, sizeof(scale));
        const F d = broadcast(scale);
        const Byte zero = block[4];
        const F wideZero = whole(static_cast<std::int8_t>(zero));
        constexpr std::size_t kPair = kNibbles ? kLanes : 2 * kLanes;  // bytes of 32 numbers
        const auto takeTwo = [&](std::size_t i) KVW_INLINE {
            const Byte* at = block + 5 + i * kPair;
            const Bytes q = loadBytes(at);
            if constexpr (kNibbles) {
                take(32 * i, signedNumbers((q & 15) - zero) * d);
                take(32 * i + 16, signedNumbers((q >> 4) - zero) * d);
            } else {
                take(32 * i, (signedNumbers(q) - wideZero) * d);
                take(32 * i + 16, (signedNumbers(loadBytes(at + kLanes)) - wideZero) * d);
            }
        };
        takeTwo(0);
        if constexpr (shapeOf(kType).numbers == 128) {
            takeTwo(1);
            takeTwo(2);
            takeTwo(3);
        }
    }
};

/// Numbers of E4M3 with a scale per block. A number is its mantissa, -15 to 15, times 2^(exponent - 10). The power is
/// split into factors that each fit a byte; nothing is rounded before the product with the scale.
template <BlockType kBlockType>
struct ScaledFp8 {
    static constexpr BlockType kType = kBlockType;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        constexpr Bytes kFirst = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4};
        constexpr Bytes kSecond = {1, 1, 2, 4, 8, 16, 32, 64, 64, 64, 64, 64, 64, 64, 64, 64};
        constexpr Bytes kThird = {1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 8, 16, 32, 64, 64, 64};
        float scale;
        __builtin_memcpy(&scale, block, sizeof(scale));
        const F d = broadcast(scale);
        const F unit = broadcast(0x1p-9F);
        const auto takeOne = [&](std::size_t at) KVW_INLINE {
            const Bytes codes = loadBytes(block + 4 + at);
            const Bytes exponent = (codes >> 3) & 15;
            const Bytes eighth = reinterpret_cast<Bytes>(exponent != 0) & 8;
            const Bytes mantissa = ((codes & 7) | eighth) * lookUp(kFirst, exponent);
            const Bytes negative = reinterpret_cast<Bytes>(codes >= 128);
            const F number = signedNumbers((mantissa ^ negative) - negative) *
                             (signedNumbers(lookUp(kSecond, exponent)) * signedNumbers(lookUp(kThird, exponent)));
            take(at, number * unit * d);
        };
        takeOne(0);
        takeOne(16);
        if constexpr (shapeOf(kType).numbers == 128) {
            takeOne(32);
            takeOne(48);
            takeOne(64);
            takeOne(80);
            takeOne(96);
            takeOne(112);
        }
    }
};

/// Calls `action` with the decoder of a type and returns its result; false if the type is not decoded in lanes
/// (kernels/indexed_blocks.h).
template <class Action>
KVW_LANES bool withBlocks(BlockType type, const Action& action) {
    switch (type) {
        case BlockType::Q8_0:
            return action(Q8_0());
        case BlockType::Q4_0:
            return action(Q4_0());
        case BlockType::Q4_1:
            return action(Q4_1());
        case BlockType::Q5_0:
            return action(Q5_0());
        case BlockType::Q5_1:
            return action(Q5_1());
        case BlockType::Q2_K:
            return action(Q2_K());
        case BlockType::Q3_K:
            return action(Q3_K());
        case BlockType::Q4_K:
            return action(Q4_K());
        case BlockType::Q5_K:
            return action(Q5_K());
        case BlockType::Q6_K:
            return action(Q6_K());
        case BlockType::IQ4_NL:
            return action(Iq4Nl());
        case BlockType::IQ4_XS:
            return action(Iq4Xs());
        case BlockType::MXFP4:
            return action(Mxfp4());
        case BlockType::NVFP4:
            return action(Nvfp4());
        case BlockType::Int4x128:
            return action(ScaledInts<BlockType::Int4x128, true>());
        case BlockType::Int4x32:
            return action(ScaledInts<BlockType::Int4x32, true>());
        case BlockType::Int8x128:
            return action(ScaledInts<BlockType::Int8x128, false>());
        case BlockType::Int8x32:
            return action(ScaledInts<BlockType::Int8x32, false>());
        case BlockType::Fp8x128:
            return action(ScaledFp8<BlockType::Fp8x128>());
        case BlockType::Fp8x32:
            return action(ScaledFp8<BlockType::Fp8x32>());
        default:
            return false;
    }
}

template <class Blocks>
void decodeTyped(const Byte* block, float* target, std::size_t count) {
    constexpr BlockShape kShape = shapeOf(Blocks::kType);
    for (std::size_t i = 0; i < count; i += kShape.numbers, block += kShape.bytes) {
        Blocks::decode(block, [&](std::size_t at, F numbers) KVW_INLINE { store(target + i + at, numbers); });
    }
}

void decodeBlockRow(BlockType type, const Byte* block, float* target, std::size_t count) {
    withBlocks(type, [&](auto blocks) {
        decodeTyped<decltype(blocks)>(block, target, count);
        return true;
    });
}

/// Computes the products of a row with `kCount` vectors, each with the bits of dotRow over the decoded row.
template <class Blocks, std::size_t kCount>
void dotBlocks(const Byte* block, const float* x, std::size_t xStride, std::size_t columns, float* y,
               std::size_t yStride) {
    constexpr BlockShape kShape = shapeOf(Blocks::kType);
    constexpr std::size_t kTurn = 4 * kLanes;  // columns of one round over the four sums
    constexpr std::size_t kBlocks = kShape.numbers < kTurn ? kTurn / kShape.numbers : 1;
    static_assert(kShape.numbers % kLanes == 0 && kBlocks * kShape.numbers % kTurn == 0);
    F sums[kCount][4];
    KVW_UNROLL(4)
    for (std::size_t v = 0; v < kCount; ++v) {
        KVW_UNROLL(4)
        for (std::size_t i = 0; i < 4; ++i) {
            sums[v][i] = broadcast(0);
        }
    }
    const auto add = [&](std::size_t column, std::size_t sum, F numbers) KVW_INLINE {
        KVW_UNROLL(4)
        for (std::size_t v = 0; v < kCount; ++v) {
            sums[v][sum] = fma(numbers, load(x + v * xStride + column), sums[v][sum]);
        }
    };
    std::size_t c = 0;
    for (; c + kBlocks * kShape.numbers <= columns; c += kBlocks * kShape.numbers) {
        KVW_UNROLL(2)
        for (std::size_t i = 0; i < kBlocks; ++i, block += kShape.bytes) {
            Blocks::decode(block, [&](std::size_t at, F numbers) KVW_INLINE {
                const std::size_t here = i * kShape.numbers + at;
                add(c + here, here / kLanes % 4, numbers);
            });
        }
    }
    for (; c < columns; c += kShape.numbers, block += kShape.bytes) {
        Blocks::decode(block, [&](std::size_t at, F numbers) KVW_INLINE { add(c + at, 0, numbers); });
    }
    KVW_UNROLL(4)
    for (std::size_t v = 0; v < kCount; ++v) {
        y[v * yStride] = sumOf((sums[v][0] + sums[v][1]) + (sums[v][2] + sums[v][3]));
    }
}

template <class Blocks, std::size_t kCount>
void dotBlockRows(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                  std::size_t count, std::size_t first, std::size_t last) {
    if constexpr (kCount > 0) {
        if (count < kCount) {
            return dotBlockRows<Blocks, kCount - 1>(weights, x, xStride, y, yStride, count, first, last);
        }
        constexpr BlockShape kShape = shapeOf(Blocks::kType);
        const std::size_t bytes = weights.columns / kShape.numbers * kShape.bytes;
        const auto* data = static_cast<const Byte*>(weights.data);
        for (std::size_t row = first; row < last; ++row) {
            dotBlocks<Blocks, kCount>(data + row * bytes, x, xStride, weights.columns, y + row, yStride);
        }
    }
}

bool matVecsBlocks(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                   std::size_t count, std::size_t first, std::size_t last) {
    return count <= kBlockVectors && withBlocks(*weights.blocks, [&](auto blocks) {
               dotBlockRows<decltype(blocks), kBlockVectors>(weights, x, xStride, y, yStride, count, first, last);
               return true;
           });
}

}  // namespace
}  // namespace kvw
