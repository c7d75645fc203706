// SPDX-License-Identifier: Apache-2.0
/// Blocks of quantised numbers over the lanes of one variant; included after its lanes header.
/// Products and sums are rounded in the order of ggml's `dequantize_row_*`.
#pragma once

#include "kernels/variant/streams.h"
#include "kernels/variant/table.h"

namespace kvw {
namespace {

using Byte = std::uint8_t;
typedef std::uint16_t Word;
typedef Word Words __attribute__((vector_size(16)));

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
/// Returns 16 numbers: number i is 16 if bit i of the 16-bit word at `p` is set, else 0.
KVW_LANES Bytes fifthBits(const Byte* p) {
    const Bytes place = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    Word word;
    __builtin_memcpy(&word, p, sizeof(word));
    const auto both = reinterpret_cast<Bytes>(Words{} + word);
    const Bytes each = __builtin_shufflevector(both, both, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    return reinterpret_cast<Bytes>((each & place) != 0) & 16;
}
/// Sixteen factors of a block, in memory: a broadcast from there takes no register or shuffle.
struct Factors {
    alignas(64) float number[kLanes];
    KVW_MEMBER explicit Factors(F factors) { store(number, factors); }
    KVW_MEMBER F operator[](std::size_t i) const { return broadcast(number[i]); }
};

/// Takes the numbers of the lower nibbles of 16 bytes, then those of the upper ones.
template <class Numbers, class Take>
KVW_LANES void takeNibbles(const Numbers& numbers, const Byte* bytes, std::size_t at, const Take& take) {
    const Nibbles q = nibblesOf(loadBytes(bytes));
    take(at, lower(numbers, q));
    take(at + 16, upper(numbers, q));
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
        const F middle = whole(8);
        takeNibbles(numbersOf([&](F number) KVW_INLINE { return (number - middle) * d; }), block + 2, 0, take);
    }
};

struct Q4_1 {
    static constexpr BlockType kType = BlockType::Q4_1;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const F d = half(block);
        const F least = half(block + 2);
        takeNibbles(numbersOf([&](F number) KVW_INLINE { return number * d + least; }), block + 4, 0, take);
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
        const Bytes scales = loadBytes(block);
        const Factors step(half(block + 80) * signedNumbers(scales & 15));
        const Factors offset(half(block + 82) * signedNumbers(scales >> 4));
        KVW_UNROLL(16)
        for (std::size_t group = 0; group < 16; ++group) {
            const Bytes q = loadBytes(block + 16 + group / 8 * 32 + group % 2 * 16);
            take(group * 16, step[group] * signedNumbers((q >> (group / 2 % 4 * 2)) & 3) - offset[group]);
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

/// Returns the eight scales and then the eight minimums, of six bits each, that twelve bytes hold.
KVW_LANES Bytes sixBits(const Byte* bytes) {
    std::uint32_t word[3];
    __builtin_memcpy(word, bytes, sizeof(word));
    constexpr std::uint32_t kSix = 0x3f3f3f3f;
    constexpr std::uint32_t kFour = 0x0f0f0f0f;
    constexpr std::uint32_t kTwo = 0x30303030;
    typedef std::uint32_t Four __attribute__((vector_size(16)));
    const Four all = {word[0] & kSix, (word[2] & kFour) | (word[0] >> 2 & kTwo), word[1] & kSix,
                      (word[2] >> 4 & kFour) | (word[1] >> 2 & kTwo)};
    return reinterpret_cast<Bytes>(all);
}

/// Eight groups of 32, with scales and minimums of six bits in twelve bytes; with `kFive`, the fifth bits of the
/// numbers lie before the nibbles.
template <BlockType kBlockType, bool kFive>
struct Q45_K {
    static constexpr BlockType kType = kBlockType;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        const Byte* high = block + 16;
        const Byte* low = kFive ? block + 48 : block + 16;
        const F six = signedNumbers(sixBits(block + 4));
        const Factors step(half(block) * six);
        const Factors offset(half(block + 2) * six);
        // A pair of groups shares bytes: the first has the lower nibbles, the second the upper ones.
        KVW_UNROLL(4)
        for (std::size_t pair = 0; pair < 4; ++pair) {
            const auto decoderOf = [&](std::size_t group) KVW_INLINE {
                const F factor = step[group];
                const F least = offset[group + 8];
                return [factor, least](F number) KVW_INLINE { return factor * number - least; };
            };
            const auto first = decoderOf(2 * pair);
            const auto second = decoderOf(2 * pair + 1);
            const auto lowers = numbersOf(first);
            const auto uppers = numbersOf(second);
            KVW_UNROLL(2)
            for (std::size_t i = 0; i < 32; i += 16) {
                const Bytes q = loadBytes(low + pair * 32 + i);
                if constexpr (kFive) {
                    const Bytes fifth = loadBytes(high + i) >> (2 * pair);
                    take(pair * 64 + i, first(signedNumbers((q & 15) | ((fifth & 1) << 4))));
                    take(pair * 64 + 32 + i, second(signedNumbers((q >> 4) | ((fifth & 2) << 3))));
                } else {
                    take(pair * 64 + i, lower(lowers, nibblesOf(q)));
                    take(pair * 64 + 32 + i, upper(uppers, nibblesOf(q)));
                }
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
        const Factors step(half(block + 208) * signedNumbers(loadBytes(block + 192)));
        KVW_UNROLL(16)
        for (std::size_t group = 0; group < 16; ++group) {
            const std::size_t quarter = group / 2 % 4;
            const std::size_t at = group % 2 * 16;
            const Bytes q = loadBytes(block + group / 8 * 64 + quarter % 2 * 32 + at);
            const auto fours = reinterpret_cast<Words>(loadBytes(block + 128 + group / 8 * 32 + at));
            const Words moved = quarter < 2 ? fours << (4 - 2 * quarter) : fours >> (2 * quarter - 4);
            const Bytes number = ((quarter < 2 ? q & 15 : q >> 4) | (reinterpret_cast<Bytes>(moved) & 48)) - 32;
            take(group * 16, step[group] * signedNumbers(number));
        }
    }
};

constexpr Bytes kIq4Numbers = {129, 152, 173, 191, 207, 221, 234, 246, 1, 13, 25, 38, 53, 69, 89, 113};  // as int8
/// Numbers of E2M1, doubled; as int8.
constexpr Bytes kFp4Numbers = {0, 1, 2, 3, 4, 6, 8, 12, 0, 255, 254, 253, 252, 250, 248, 244};

struct Iq4Nl {
    static constexpr BlockType kType = BlockType::IQ4_NL;
    template <class Take>
    KVW_MEMBER static void decode(const Byte* block, const Take& take) {
        takeNibbles(numbersOf(kIq4Numbers, half(block)), block + 2, 0, take);
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
            takeNibbles(numbersOf(kIq4Numbers, d * whole(six - 32)), block + 8 + 16 * group, 32 * group, take);
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
        takeNibbles(numbersOf(kFp4Numbers, broadcast(__builtin_bit_cast(float, bits))), block + 1, 0, take);
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
        const F wideZero = whole(static_cast<std::int8_t>(block[4]));
        constexpr std::size_t kPair = kNibbles ? kLanes : 2 * kLanes;  // bytes of 32 numbers
        const auto takeTwo = [&](std::size_t i) KVW_INLINE {
            const Byte* at = block + 5 + i * kPair;
            if constexpr (kNibbles) {
                takeNibbles(numbersOf([&](F number) KVW_INLINE { return (number - wideZero) * d; }), at, 32 * i, take);
            } else {
                take(32 * i, (signedNumbers(loadBytes(at)) - wideZero) * d);
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

/// Computes the products of a row with `kCount` vectors, each with the bits of dotTile over the decoded row.
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
        inStreams(data, bytes, first, last, [&](const Byte* row, std::size_t r) KVW_INLINE {
            dotBlocks<Blocks, kCount>(row, x, xStride, weights.columns, y + r, yStride);
        });
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
