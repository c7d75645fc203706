// SPDX-License-Identifier: Apache-2.0
/// Sixteen float lanes in one AVX-512 register.
#pragma once

#include <immintrin.h>

#include "kernels/variant/storage.h"

namespace kvw {
namespace {

struct F {
    __m512 v;
};
struct D {
    __m512d low, high;
};

constexpr std::size_t kGemmRows = 12;  // 12 x 2 accumulators, 2 panel columns, 1 broadcast: 27 of 32 registers
constexpr std::size_t kGemmVectors = 2;
constexpr std::size_t kQueryBlock = 4;  // query heads that share one load of keys or values
constexpr std::size_t kMixVectors = 4;
constexpr std::size_t kDotVectors = 7;  // vectors and rows of weights in a tile of matVecs
constexpr std::size_t kDotRows = 3;
constexpr std::size_t kBlockVectors = 4;  // vectors that a row of blocks is multiplied with while it is decoded
constexpr std::size_t kDotSums = 24;      // accumulators of a tile; with 3 weights and an input 28 of 32 registers

KVW_LANES __mmask16 firstLanes(std::size_t count) {
    return static_cast<__mmask16>((1U << count) - 1U);
}

KVW_LANES F broadcast(float x) {
    return {_mm512_set1_ps(x)};
}
KVW_LANES F load(const float* p) {
    return {_mm512_loadu_ps(p)};
}
KVW_LANES F load(const Bf16* p) {
    const __m256i bits = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    return {_mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16))};
}
KVW_LANES F load(const Half* p) {
    return {_mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)))};
}
KVW_LANES F broadcast(Half x) {
    return {_mm512_cvtph_ps(_mm256_set1_epi16(static_cast<short>(x.bits)))};
}
/// Returns the 16 codes of a word (kernels/coded.h).
template <std::uint32_t kWidth>
KVW_LANES F codes(const std::byte* word) {
    if constexpr (kWidth == 8) {
        return {_mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(word))))};
    } else {
        __m512i all;
        __m512i shifts;
        if constexpr (kWidth == 4) {
            long long bits = 0;
            __builtin_memcpy(&bits, word, sizeof(bits));
            all = _mm512_set1_epi64(bits);
            shifts = _mm512_setr_epi32(0, 0, 4, 4, 8, 8, 12, 12, 16, 16, 20, 20, 24, 24, 28, 28);
        } else {
            int bits = 0;
            __builtin_memcpy(&bits, word, sizeof(bits));
            all = _mm512_set1_epi32(bits);
            shifts = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        }
        const __m512i mask = _mm512_set1_epi32((1 << kWidth) - 1);
        return {_mm512_cvtepi32_ps(_mm512_and_si512(_mm512_srlv_epi32(all, shifts), mask))};
    }
}
/// Widens bytes, taken as int8, to lanes.
KVW_LANES F signedNumbers(Bytes bytes) {
    return {_mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(reinterpret_cast<__m128i>(bytes)))};
}
/// Looks bytes up in a table of 16; the indices are below 16.
KVW_LANES Bytes lookUp(Bytes table, Bytes index) {
    return reinterpret_cast<Bytes>(
        _mm_shuffle_epi8(reinterpret_cast<__m128i>(table), reinterpret_cast<__m128i>(index)));
}
/// The lower and the upper nibbles of 16 bytes, as indices into the numbers that they stand for, in one register.
struct Nibbles {
    __m512i wide;
};
KVW_LANES Nibbles nibblesOf(Bytes bytes) {
    return {_mm512_cvtepu8_epi32(reinterpret_cast<__m128i>(bytes))};
}
/// Returns the numbers that `number` computes from 0 ... 15.
template <class Number>
KVW_LANES F numbersOf(const Number& number) {
    return number(F{_mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)});
}
/// Returns the int8 of a table, times `scale`.
KVW_LANES F numbersOf(Bytes table, F scale) {
    return {_mm512_mul_ps(scale.v, signedNumbers(table).v)};
}
KVW_LANES F lower(F numbers, Nibbles index) {
    return {_mm512_permutexvar_ps(index.wide, numbers.v)};  // reads four bits of an index
}
KVW_LANES F upper(F numbers, Nibbles index) {
    return {_mm512_permutexvar_ps(_mm512_srli_epi32(index.wide, 4), numbers.v)};
}
/// Loads the first `count` < 16 elements, zero in the other lanes; touches no memory beyond them.
KVW_LANES F loadFirst(const float* p, std::size_t count) {
    return {_mm512_maskz_loadu_ps(firstLanes(count), p)};
}
KVW_LANES F loadFirst(const Bf16* p, std::size_t count) {
    const __m256i bits = _mm256_maskz_loadu_epi16(firstLanes(count), p);
    return {_mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16))};
}
KVW_LANES F loadFirst(const Half* p, std::size_t count) {
    return {_mm512_cvtph_ps(_mm256_maskz_loadu_epi16(firstLanes(count), p))};
}
KVW_LANES void store(float* p, F a) {
    _mm512_storeu_ps(p, a.v);
}
KVW_LANES void storeFirst(float* p, F a, std::size_t count) {
    _mm512_mask_storeu_ps(p, firstLanes(count), a.v);
}

KVW_LANES F operator+(F a, F b) {
    return {_mm512_add_ps(a.v, b.v)};
}
KVW_LANES F operator-(F a, F b) {
    return {_mm512_sub_ps(a.v, b.v)};
}
KVW_LANES F operator*(F a, F b) {
    return {_mm512_mul_ps(a.v, b.v)};
}
KVW_LANES F operator/(F a, F b) {
    return {_mm512_div_ps(a.v, b.v)};
}
/// a * b + c
KVW_LANES F fma(F a, F b, F c) {
    return {_mm512_fmadd_ps(a.v, b.v, c.v)};
}
/// Returns the larger; b if either is NaN.
KVW_LANES F larger(F a, F b) {
    return {_mm512_max_ps(a.v, b.v)};
}
KVW_LANES F smaller(F a, F b) {
    return {_mm512_min_ps(a.v, b.v)};
}
/// Lane by lane: a < b ? x : y; y where a or b is NaN.
KVW_LANES F whereLess(F a, F b, F x, F y) {
    return {_mm512_mask_blend_ps(_mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ), y.v, x.v)};
}
KVW_LANES F roundNearest(F a) {
    return {_mm512_roundscale_ps(a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
}
/// a * 2^n for integral n.
KVW_LANES F scaleByPower(F a, F n) {
    return {_mm512_scalef_ps(a.v, n.v)};
}
/// Keeps lane i of a if bit i is set, else takes `other`.
KVW_LANES F keep(F a, std::uint32_t bits, float other) {
    return {_mm512_mask_blend_ps(static_cast<__mmask16>(bits), _mm512_set1_ps(other), a.v)};
}
KVW_LANES F gather(const float* base, const std::int32_t* index) {
    return {_mm512_i32gather_ps(_mm512_loadu_si512(index), base, 4)};
}
KVW_LANES float sumOf(F a) {
    return _mm512_reduce_add_ps(a.v);
}
KVW_LANES float maxOf(F a) {
    return _mm512_reduce_max_ps(a.v);
}

KVW_LANES D zeroDouble() {
    return {_mm512_setzero_pd(), _mm512_setzero_pd()};
}
KVW_LANES D addWide(D sum, F a) {
    return {_mm512_add_pd(sum.low, _mm512_cvtps_pd(_mm512_castps512_ps256(a.v))),
            _mm512_add_pd(sum.high, _mm512_cvtps_pd(_mm512_extractf32x8_ps(a.v, 1)))};
}
KVW_LANES double sumOf(D a) {
    return _mm512_reduce_add_pd(_mm512_add_pd(a.low, a.high));
}

/// Returns bits of 16 tokens; bit i is set if tokens[i] >= 0.
KVW_LANES std::uint32_t occupiedOf16(const std::int64_t* tokens) {
    const __m512i zero = _mm512_setzero_si512();
    const std::uint32_t low = _mm512_cmpge_epi64_mask(_mm512_loadu_si512(tokens), zero);
    const std::uint32_t high = _mm512_cmpge_epi64_mask(_mm512_loadu_si512(tokens + 8), zero);
    return low | (high << 8);
}

}  // namespace
}  // namespace kvw
