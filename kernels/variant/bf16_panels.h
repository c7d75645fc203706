// SPDX-License-Identifier: Apache-2.0
/// Numbers as pairs of bf16, split into parts, and panels of weights made of them; for files with AVX-512 BF16.
///
/// A number is the sum of its parts: the first is the number rounded to bf16, the next what that leaves, rounded again.
/// One part holds a number of bf16, two one of f16, three one of f32, exactly but for subnormal parts.
#pragma once

#include <immintrin.h>

#include "kernels/variant/bf16_products.h"
#include "kernels/variant/storage.h"
#include "kernels/variant/table.h"

namespace kvw {
namespace {

/// 32 numbers in f32.
struct Wide {
    __m512 first;
    __m512 second;
};

KVW_LANES Wide wide(const float* p) {
    return {_mm512_loadu_ps(p), _mm512_loadu_ps(p + kLanes)};
}
KVW_LANES Wide wide(const Half* p) {
    const auto* bits = reinterpret_cast<const __m256i*>(p);
    return {_mm512_cvtph_ps(_mm256_loadu_si256(bits)), _mm512_cvtph_ps(_mm256_loadu_si256(bits + 1))};
}

KVW_LANES __m512i pairs(const Wide& numbers) {
    return (__m512i)_mm512_cvtne2ps_pbh(numbers.second, numbers.first);
}

/// Returns x - rounded, or 0 if that is not a number: an infinite number has one part.
KVW_LANES __m512 rest(__m512 x, __m256i rounded) {
    constexpr int kNotFinite = 0x99;
    const __m512 taken = (__m512)_mm512_slli_epi32(_mm512_cvtepu16_epi32(rounded), 16);
    return _mm512_maskz_sub_ps(_knot_mask16(_mm512_fpclass_ps_mask(taken, kNotFinite)), x, taken);
}

/// Calls take(part, 16 pairs) for each part of 32 numbers.
template <std::size_t kParts, class Take>
KVW_LANES void splitPairs(Wide numbers, const Take& take) {
    KVW_UNROLL(3)
    for (std::size_t part = 0; part < kParts; ++part) {
        const __m512i rounded = pairs(numbers);
        take(part, rounded);
        if (part + 1 < kParts) {
            numbers.first = rest(numbers.first, _mm512_castsi512_si256(rounded));
            numbers.second = rest(numbers.second, _mm512_extracti64x4_epi64(rounded, 1));
        }
    }
}

template <std::size_t kParts, class T, class Take>
KVW_LANES void loadPairs(const T* p, const Take& take) {
    splitPairs<kParts>(wide(p), take);
}
template <std::size_t kParts, class Take>
KVW_LANES void loadPairs(const Bf16* p, const Take& take) {
    take(0, _mm512_loadu_si512(p));
    for (std::size_t part = 1; part < kParts; ++part) {
        take(part, _mm512_setzero_si512());
    }
}

/// Does the same for the first `count` numbers, followed by zeros.
template <std::size_t kParts, class T, class Take>
KVW_LANES void loadFirstPairs(const T* p, std::size_t count, const Take& take) {
    if (count >= kBf16Padding) {
        return loadPairs<kParts>(p, take);
    }
    T whole[kBf16Padding] = {};
    __builtin_memcpy(whole, p, count * sizeof(T));
    loadPairs<kParts>(whole, take);
}

/// Elements, each a pair, of a tile of 16 pairs of columns by 16 rows.
constexpr std::size_t kPairTile = kLanes * kLanes;

/// Transposes 16 rows of 16 elements.
KVW_LANES void transposeTile(const __m512i* rows, float* target) {
    __m512i fours[4][4];  // [i][c]: elements c, c + 4, c + 8, c + 12 of rows 4 i to 4 i + 3
    KVW_UNROLL(4)
    for (std::size_t i = 0; i < 4; ++i) {
        const __m512i* row = rows + 4 * i;
        const __m512i low01 = _mm512_unpacklo_epi32(row[0], row[1]);
        const __m512i high01 = _mm512_unpackhi_epi32(row[0], row[1]);
        const __m512i low23 = _mm512_unpacklo_epi32(row[2], row[3]);
        const __m512i high23 = _mm512_unpackhi_epi32(row[2], row[3]);
        fours[i][0] = _mm512_unpacklo_epi64(low01, low23);
        fours[i][1] = _mm512_unpackhi_epi64(low01, low23);
        fours[i][2] = _mm512_unpacklo_epi64(high01, high23);
        fours[i][3] = _mm512_unpackhi_epi64(high01, high23);
    }
    KVW_UNROLL(4)
    for (std::size_t c = 0; c < 4; ++c) {
        const __m512i even01 = _mm512_shuffle_i32x4(fours[0][c], fours[1][c], 0x88);
        const __m512i odd01 = _mm512_shuffle_i32x4(fours[0][c], fours[1][c], 0xdd);
        const __m512i even23 = _mm512_shuffle_i32x4(fours[2][c], fours[3][c], 0x88);
        const __m512i odd23 = _mm512_shuffle_i32x4(fours[2][c], fours[3][c], 0xdd);
        _mm512_store_si512(target + c * kLanes, _mm512_shuffle_i32x4(even01, even23, 0x88));
        _mm512_store_si512(target + (c + 4) * kLanes, _mm512_shuffle_i32x4(odd01, odd23, 0x88));
        _mm512_store_si512(target + (c + 8) * kLanes, _mm512_shuffle_i32x4(even01, even23, 0xdd));
        _mm512_store_si512(target + (c + 12) * kLanes, _mm512_shuffle_i32x4(odd01, odd23, 0xdd));
    }
}

/// Packs rows [0, width) of w, at most kPanelColumns, and columns [0, depth) into a panel of tiles
/// [32 columns][part][16 rows] of 16 pairs of columns by 16 rows; missing numbers are 0.
template <std::size_t kParts, class T>
void packPanel(const T* w, std::size_t stride, std::size_t width, std::size_t depth, float* panel) {
    for (std::size_t k = 0; k < depth; k += kBf16Padding) {
        for (std::size_t half = 0; half < 2; ++half) {
            __m512i rows[kParts][kLanes];
            for (std::size_t i = 0; i < kLanes; ++i) {
                const std::size_t row = half * kLanes + i;
                const auto take = [&](std::size_t part, __m512i numbers) KVW_INLINE { rows[part][i] = numbers; };
                if (row < width) {
                    loadFirstPairs<kParts>(w + row * stride + k, depth - k, take);
                } else {
                    for (std::size_t part = 0; part < kParts; ++part) {
                        take(part, _mm512_setzero_si512());
                    }
                }
            }
            for (std::size_t part = 0; part < kParts; ++part) {
                transposeTile(rows[part], panel + (k / kBf16Padding * kParts * 2 + part * 2 + half) * kPairTile);
            }
        }
    }
}

/// Packs rows [row, row + width) and columns [k, k + depth) of stored weights; quantised ones are decoded first, `k`
/// and `depth` are then whole blocks, and `scratch` has room for kPanelColumns * depth numbers.
template <std::size_t kParts>
void packStored(const Weights& weights, std::size_t row, std::size_t width, std::size_t k, std::size_t depth,
                float* scratch, float* panel) {
    if (weights.blocks) {
        const BlockShape shape = shapeOf(*weights.blocks);
        const auto* data = static_cast<const std::byte*>(weights.data) + k / shape.numbers * shape.bytes;
        for (std::size_t i = 0; i < width; ++i) {
            decodeBlocks(*weights.blocks, data + (row + i) * weights.rowBytes(), scratch + i * depth, depth);
        }
        return packPanel<kParts>(scratch, depth, width, depth, panel);
    }
    const std::size_t at = row * weights.columns + k;
    switch (weights.dtype) {
        case Dtype::F32:
            return packPanel<kParts>(static_cast<const float*>(weights.data) + at, weights.columns, width, depth,
                                     panel);
        case Dtype::BF16:
            return packPanel<kParts>(static_cast<const Bf16*>(weights.data) + at, weights.columns, width, depth, panel);
        case Dtype::F16:
            return packPanel<kParts>(static_cast<const Half*>(weights.data) + at, weights.columns, width, depth, panel);
    }
}

/// Adds to row c, or stores there, the first `width` (at most kPanelColumns) of the sums.
KVW_LANES void addColumns(float* c, __m512 left, __m512 right, std::size_t width, bool accumulate) {
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
    const __mmask16 masks[2] = {static_cast<__mmask16>(mask), static_cast<__mmask16>(mask >> kLanes)};
    const __m512 sums[2] = {left, right};
    KVW_UNROLL(2)
    for (std::size_t j = 0; j < 2; ++j) {
        float* target = c + j * kLanes;
        const __m512 before = accumulate ? _mm512_maskz_loadu_ps(masks[j], target) : _mm512_setzero_ps();
        _mm512_mask_storeu_ps(target, masks[j], _mm512_add_ps(before, sums[j]));
    }
}

}  // namespace
}  // namespace kvw
