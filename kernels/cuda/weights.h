// SPDX-License-Identifier: Apache-2.0
/// Weights as they are stored, eight columns (four in f32) at a time. A source says how a thread loads such a unit and
/// decodes it, and which columns it holds: `fourColumn(unit, f)` and the next three for each group f of four.
///
/// Products and sums of a block are rounded in the order of kernels/variant/block_kernels.h, so decoded weights have
/// the bits of `decodeBlocks`.
#pragma once

#include "kernels/cuda/numbers.h"

namespace kvw::device {

using Bytes = const unsigned char*;

/// Numbers of a plain type; rows lie on 16 bytes.
template <class T>
struct PlainSource {
    static constexpr int kPer = kPerVector<T>, kFours = kPer / 4;
    static constexpr bool kWhole = true;  ///< columns are whole units, so vectors can be read four at a time
    struct Raw {
        Vec16 v;
    };
    KVW_DEVICE static int fourColumn(int unit, int f) { return unit * kPer + 4 * f; }
    KVW_DEVICE static Raw load(Bytes row, int unit, int) {
        return {loadWeights(row + 16 * static_cast<std::size_t>(unit))};
    }
    KVW_DEVICE static void decode(const Raw& raw, int, float* out) { widenVector<T>(raw.v, out); }
};

/// Numbers of a plain type, any number of columns on any alignment.
template <class T>
struct LooseSource {
    static constexpr int kPer = 4, kFours = 1;
    static constexpr bool kWhole = false;
    struct Raw {
        T v[4];
    };
    KVW_DEVICE static int fourColumn(int unit, int) { return 4 * unit; }
    KVW_DEVICE static Raw load(Bytes row, int unit, int columns) {
        const T* from = reinterpret_cast<const T*>(row) + 4 * unit;
        Raw raw;
        KVW_UNROLL
        for (int i = 0; i < 4; ++i) {
            raw.v[i] = 4 * unit + i < columns ? from[i] : T{};
        }
        return raw;
    }
    KVW_DEVICE static void decode(const Raw& raw, int, float* out) {
        KVW_UNROLL
        for (int i = 0; i < 4; ++i) {
            out[i] = widen(raw.v[i]);
        }
    }
};

KVW_DEVICE float halfOf(std::uint32_t bits) {
    return widenHalf(static_cast<std::uint16_t>(bits));
}
KVW_DEVICE float signedByte(std::uint32_t word, int i) {
    return static_cast<float>(static_cast<std::int8_t>(word >> (8 * i)));
}
/// Loads four bytes that lie on two.
KVW_DEVICE std::uint32_t wordOnTwo(Bytes at) {
    return weightHalf(at) | weightHalf(at + 2) << 16U;
}

struct Q8_0Source {
    static constexpr int kPer = 8, kFours = 2;
    static constexpr bool kWhole = true;
    struct Raw {
        std::uint32_t d, q[2];
    };
    KVW_DEVICE static int fourColumn(int unit, int f) { return unit * 8 + 4 * f; }
    KVW_DEVICE static Raw load(Bytes row, int unit, int) {
        const Bytes block = row + static_cast<std::size_t>(unit / 4) * 34, at = block + 2 + unit % 4 * 8;
        return {weightHalf(block), {wordOnTwo(at), wordOnTwo(at + 4)}};
    }
    KVW_DEVICE static void decode(const Raw& raw, int, float* out) {
        const float d = halfOf(raw.d);
        KVW_UNROLL
        for (int i = 0; i < 8; ++i) {
            out[i] = signedByte(raw.q[i / 4], i % 4) * d;
        }
    }
};

/// Blocks of 32 whose lower nibbles are the first 16 numbers: a unit is four bytes, numbers 4u and 16 + 4u from them.
template <int BlockBytes>
struct NibbleSource {
    static constexpr int kPer = 8, kFours = 2;
    static constexpr bool kWhole = true;
    KVW_DEVICE static int fourColumn(int unit, int f) { return unit / 4 * 32 + unit % 4 * 4 + 16 * f; }
    KVW_DEVICE static Bytes block(Bytes row, int unit) { return row + static_cast<std::size_t>(unit / 4) * BlockBytes; }
};

/// Returns number i of the four lower and four upper nibbles of a word.
KVW_DEVICE std::uint32_t nibbleOf(std::uint32_t word, int i) {
    return word >> (i % 4 * 8 + i / 4 * 4) & 15U;
}

struct Q4_0Source : NibbleSource<18> {
    struct Raw {
        std::uint32_t d, q;
    };
    KVW_DEVICE static Raw load(Bytes row, int unit, int) {
        const Bytes at = block(row, unit);
        return {weightHalf(at), wordOnTwo(at + 2 + unit % 4 * 4)};
    }
    KVW_DEVICE static void decode(const Raw& raw, int, float* out) {
        const float d = halfOf(raw.d);
        KVW_UNROLL
        for (int i = 0; i < 8; ++i) {
            out[i] = (static_cast<float>(nibbleOf(raw.q, i)) - 8.0F) * d;
        }
    }
};

struct Q4_1Source : NibbleSource<20> {
    struct Raw {
        std::uint32_t scales, q;
    };
    KVW_DEVICE static Raw load(Bytes row, int unit, int) {
        const Bytes at = block(row, unit);
        return {weightWord(at), weightWord(at + 4 + unit % 4 * 4)};
    }
    KVW_DEVICE static void decode(const Raw& raw, int, float* out) {
        const float d = halfOf(raw.scales & 0xffffU), least = halfOf(raw.scales >> 16U);
        KVW_UNROLL
        for (int i = 0; i < 8; ++i) {
            out[i] = static_cast<float>(nibbleOf(raw.q, i)) * d + least;
        }
    }
};

struct Mxfp4Source : NibbleSource<17> {
    struct Raw {
        std::uint32_t scale, q;
    };
    KVW_DEVICE static Raw load(Bytes row, int unit, int) {
        const Bytes at = block(row, unit), q = at + 1 + unit % 4 * 4;
        return {weightByte(at),
                weightByte(q) | weightByte(q + 1) << 8U | weightByte(q + 2) << 16U | weightByte(q + 3) << 24U};
    }
    KVW_DEVICE static void decode(const Raw& raw, int, float* out) {
        const std::uint32_t code = raw.scale;  // 2^(code - 128): half of the scale, for numbers that are doubled
        const float d = asFloat(code < 2 ? 0x00200000U << code : (code - 1) << 23U);
        KVW_UNROLL
        for (int i = 0; i < 8; ++i) {
            const std::uint32_t number = nibbleOf(raw.q, i), size = number & 7U;
            // 0, 1, 2, 3, 4, 6, 8, 12
            const float doubled = static_cast<float>(size < 4 ? size : (2U + (size & 1U)) << ((size >> 1U) - 1U));
            out[i] = ((number & 8U) != 0 && size != 0 ? -doubled : doubled) * d;
        }
    }
};

/// Blocks of 256 in pairs of groups of 32; a unit is four bytes of a pair: their lower nibbles are of the first group,
/// the upper ones of the second. Scales and minimums have six bits each.
template <bool Five>
struct Q45_KSource {
    static constexpr int kPer = 8, kFours = 2;
    static constexpr bool kWhole = true;
    struct Raw {
        std::uint32_t header[4];  ///< d and the minimums' d, then twelve bytes of scales
        std::uint32_t low, high;
    };
    KVW_DEVICE static int fourColumn(int unit, int f) {
        return unit / 32 * 256 + unit % 32 / 8 * 64 + unit % 8 * 4 + 32 * f;
    }
    KVW_DEVICE static Raw load(Bytes row, int unit, int) {
        const Bytes block = row + static_cast<std::size_t>(unit / 32) * (Five ? 176 : 144);
        const int pair = unit % 32 / 8, at = unit % 8 * 4;
        const Vec16 v = loadWeights(block);
        return {{v.w[0], v.w[1], v.w[2], v.w[3]},
                weightWord(block + (Five ? 48 : 16) + pair * 32 + at),
                Five ? weightWord(block + 16 + at) : 0U};
    }
    KVW_DEVICE static void decode(const Raw& raw, int unit, float* out) {
        const int pair = unit % 32 / 8;
        const float d = halfOf(raw.header[0] & 0xffffU), dLeast = halfOf(raw.header[0] >> 16U);
        float step[2], offset[2];
        KVW_UNROLL
        for (int i = 0; i < 2; ++i) {
            const int group = 2 * pair + i, shift = group % 4 * 8;
            // Groups 0-3 have six bits in the first and second word; groups 4-7 four in the third and two above those.
            const std::uint32_t fours = raw.header[3] >> shift;
            const std::uint32_t scale =
                group < 4 ? raw.header[1] >> shift & 63U : (fours & 15U) | (raw.header[1] >> (shift + 6) & 3U) << 4U;
            const std::uint32_t least = group < 4 ? raw.header[2] >> shift & 63U
                                                  : (fours >> 4U & 15U) | (raw.header[2] >> (shift + 6) & 3U) << 4U;
            step[i] = d * static_cast<float>(scale);
            offset[i] = dLeast * static_cast<float>(least);
        }
        KVW_UNROLL
        for (int i = 0; i < 8; ++i) {
            std::uint32_t number = nibbleOf(raw.low, i);
            if (Five) {
                number |= (raw.high >> (i % 4 * 8 + 2 * pair + i / 4) & 1U) << 4U;
            }
            out[i] = step[i / 4] * static_cast<float>(number) - offset[i / 4];
        }
    }
};
using Q4_KSource = Q45_KSource<false>;
using Q5_KSource = Q45_KSource<true>;

/// Blocks of 256 in two halves of four quarters of 32. A unit is four bytes of nibbles and their two upper bits: four
/// numbers of quarter 0 or 1 and four of the quarter that is two after it.
struct Q6_KSource {
    static constexpr int kPer = 8, kFours = 2;
    static constexpr bool kWhole = true;
    struct Raw {
        std::uint32_t d, scales[2], low, high;
    };
    KVW_DEVICE static int fourColumn(int unit, int f) {
        const int in = unit % 32;
        return unit / 32 * 256 + in / 16 * 128 + in % 16 / 8 * 32 + in % 8 * 4 + 64 * f;
    }
    KVW_DEVICE static Raw load(Bytes row, int unit, int) {
        const Bytes block = row + static_cast<std::size_t>(unit / 32) * 210;
        const int in = unit % 32, half = in / 16, quarter = in % 16 / 8, at = in % 8 * 4;
        const Bytes scale = block + 192 + half * 8 + quarter * 2 + at / 16;
        return {weightHalf(block + 208),
                {weightByte(scale), weightByte(scale + 4)},
                wordOnTwo(block + half * 64 + quarter * 32 + at),
                wordOnTwo(block + 128 + half * 32 + at)};
    }
    KVW_DEVICE static void decode(const Raw& raw, int unit, float* out) {
        const int quarter = unit % 16 / 8;
        const float d = halfOf(raw.d);
        const float step[2] = {d * signedByte(raw.scales[0], 0), d * signedByte(raw.scales[1], 0)};
        KVW_UNROLL
        for (int i = 0; i < 8; ++i) {
            const std::uint32_t two = raw.high >> (i % 4 * 8 + 2 * (quarter + i / 4 * 2)) & 3U;
            const int number = static_cast<int>(nibbleOf(raw.low, i) | two << 4U) - 32;
            out[i] = step[i / 4] * static_cast<float>(number);
        }
    }
};

/// Calls body(source) with the source of a matrix; `loose`: rows or vectors are not on 16 bytes.
template <class Body>
auto withSource(Coding coding, bool loose, const Body& body) {
    switch (coding) {
        case Coding::F32:
            return loose ? body(LooseSource<float>{}) : body(PlainSource<float>{});
        case Coding::Bf16:
            return loose ? body(LooseSource<Bf16>{}) : body(PlainSource<Bf16>{});
        case Coding::F16:
            return loose ? body(LooseSource<Half>{}) : body(PlainSource<Half>{});
        case Coding::Q8_0:
            return body(Q8_0Source{});
        case Coding::Q4_0:
            return body(Q4_0Source{});
        case Coding::Q4_1:
            return body(Q4_1Source{});
        case Coding::Q4_K:
            return body(Q4_KSource{});
        case Coding::Q5_K:
            return body(Q5_KSource{});
        case Coding::Q6_K:
            return body(Q6_KSource{});
        case Coding::Mxfp4:
            break;
    }
    return body(Mxfp4Source{});
}

}  // namespace kvw::device
