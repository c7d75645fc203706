// SPDX-License-Identifier: Apache-2.0
/// Sixteen float lanes in two AVX registers.
#pragma once

#include <immintrin.h>

#include "kernels/variant/storage.h"

namespace kvw {
namespace {

struct F {
    __m256 low, high;
};
struct D {
    __m256d a, b, c, d;
};

constexpr std::size_t kGemmRows = 6;  // 6 x 2 accumulators, 2 panel registers, 1 broadcast: 15 of 16 registers
constexpr std::size_t kGemmVectors = 1;
constexpr std::size_t kQueryBlock = 2;  // query heads that share one load of keys or values
constexpr std::size_t kMixVectors = 2;
constexpr std::size_t kDotVectors = 3;  // vectors and rows of weights in a tile of matVecs
constexpr std::size_t kDotRows = 2;
constexpr std::size_t kBlockVectors = 3;  // vectors that a row of blocks is multiplied with while it is decoded
constexpr std::size_t kDotSums = 6;  // accumulators of a tile; with a weight and an input, two registers each, 16 of 16

KVW_LANES F broadcast(float x) {
    return {_mm256_set1_ps(x), _mm256_set1_ps(x)};
}
KVW_LANES F load(const float* p) {
    return {_mm256_loadu_ps(p), _mm256_loadu_ps(p + 8)};
}
KVW_LANES __m256 loadEight(const Bf16* p) {
    const __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16));
}
KVW_LANES __m256 loadEight(const Half* p) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
KVW_LANES F load(const Bf16* p) {
    return {loadEight(p), loadEight(p + 8)};
}
KVW_LANES F load(const Half* p) {
    return {loadEight(p), loadEight(p + 8)};
}
KVW_LANES F broadcast(Half x) {
    const __m256 eight = _mm256_cvtph_ps(_mm_set1_epi16(static_cast<short>(x.bits)));
    return {eight, eight};
}
/// Returns the 16 codes of a word (kernels/coded.h).
template <std::uint32_t kWidth>
KVW_LANES F codes(const std::byte* word) {
    if constexpr (kWidth == 8) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(word));
        return {_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes)),
                _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_srli_si128(bytes, 8)))};
    } else {
        __m256i all;
        __m256i low;
        __m256i high;
        if constexpr (kWidth == 4) {
            long long bits = 0;
            __builtin_memcpy(&bits, word, sizeof(bits));
            all = _mm256_set1_epi64x(bits);
            low = _mm256_setr_epi32(0, 0, 4, 4, 8, 8, 12, 12);
            high = _mm256_setr_epi32(16, 16, 20, 20, 24, 24, 28, 28);
        } else {
            int bits = 0;
            __builtin_memcpy(&bits, word, sizeof(bits));
            all = _mm256_set1_epi32(bits);
            low = _mm256_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14);
            high = _mm256_setr_epi32(16, 18, 20, 22, 24, 26, 28, 30);
        }
        const __m256i mask = _mm256_set1_epi32((1 << kWidth) - 1);
        return {_mm256_cvtepi32_ps(_mm256_and_si256(_mm256_srlv_epi32(all, low), mask)),
                _mm256_cvtepi32_ps(_mm256_and_si256(_mm256_srlv_epi32(all, high), mask))};
    }
}
/// Widens bytes, taken as int8, to lanes.
KVW_LANES F signedNumbers(Bytes bytes) {
    const auto all = reinterpret_cast<__m128i>(bytes);
    return {_mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(all)),
            _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_srli_si128(all, 8)))};
}
/// Looks bytes up in a table of 16; the indices are below 16.
KVW_LANES Bytes lookUp(Bytes table, Bytes index) {
    return reinterpret_cast<Bytes>(
        _mm_shuffle_epi8(reinterpret_cast<__m128i>(table), reinterpret_cast<__m128i>(index)));
}
/// Loads the first `count` < 16 elements, zero in the other lanes; touches no memory beyond them.
template <class T>
KVW_LANES F loadFirst(const T* p, std::size_t count) {
    alignas(32) T padded[kLanes] = {};
    __builtin_memcpy(padded, p, count * sizeof(T));
    return load(padded);
}
KVW_LANES void store(float* p, F a) {
    _mm256_storeu_ps(p, a.low);
    _mm256_storeu_ps(p + 8, a.high);
}
KVW_LANES void storeFirst(float* p, F a, std::size_t count) {
    alignas(32) float padded[kLanes];
    store(padded, a);
    __builtin_memcpy(p, padded, count * sizeof(float));
}

KVW_LANES F operator+(F a, F b) {
    return {_mm256_add_ps(a.low, b.low), _mm256_add_ps(a.high, b.high)};
}
KVW_LANES F operator-(F a, F b) {
    return {_mm256_sub_ps(a.low, b.low), _mm256_sub_ps(a.high, b.high)};
}
KVW_LANES F operator*(F a, F b) {
    return {_mm256_mul_ps(a.low, b.low), _mm256_mul_ps(a.high, b.high)};
}
KVW_LANES F operator/(F a, F b) {
    return {_mm256_div_ps(a.low, b.low), _mm256_div_ps(a.high, b.high)};
}
/// a * b + c
KVW_LANES F fma(F a, F b, F c) {
    return {_mm256_fmadd_ps(a.low, b.low, c.low), _mm256_fmadd_ps(a.high, b.high, c.high)};
}
/// Returns the larger; b if either is NaN.
KVW_LANES F larger(F a, F b) {
    return {_mm256_max_ps(a.low, b.low), _mm256_max_ps(a.high, b.high)};
}
KVW_LANES F smaller(F a, F b) {
    return {_mm256_min_ps(a.low, b.low), _mm256_min_ps(a.high, b.high)};
}
/// Lane by lane: a < b ? x : y; y where a or b is NaN.
KVW_LANES F whereLess(F a, F b, F x, F y) {
    return {_mm256_blendv_ps(y.low, x.low, _mm256_cmp_ps(a.low, b.low, _CMP_LT_OQ)),
            _mm256_blendv_ps(y.high, x.high, _mm256_cmp_ps(a.high, b.high, _CMP_LT_OQ))};
}
KVW_LANES F roundNearest(F a) {
    constexpr int kMode = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    return {_mm256_round_ps(a.low, kMode), _mm256_round_ps(a.high, kMode)};
}
KVW_LANES __m256 powerOfTwo(__m256 n) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23));
}
/// a * 2^n for integral n in [-252, 254]; in two steps, so that subnormal results and overflow are right.
KVW_LANES F scaleByPower(F a, F n) {
    const F first = roundNearest(n * broadcast(0.5F));
    const F second = n - first;
    return a * F{powerOfTwo(first.low), powerOfTwo(first.high)} * F{powerOfTwo(second.low), powerOfTwo(second.high)};
}
KVW_LANES __m256 keepEight(__m256 a, std::uint32_t bits, float other) {
    const __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i set = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), lane), lane);
    return _mm256_blendv_ps(_mm256_set1_ps(other), a, _mm256_castsi256_ps(set));
}
/// Keeps lane i of a if bit i is set, else takes `other`.
KVW_LANES F keep(F a, std::uint32_t bits, float other) {
    return {keepEight(a.low, bits, other), keepEight(a.high, bits >> 8, other)};
}
KVW_LANES F gather(const float* base, const std::int32_t* index) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(index));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(index + 8));
    return {_mm256_i32gather_ps(base, low, 4), _mm256_i32gather_ps(base, high, 4)};
}
KVW_LANES float sumOf(F a) {
    const __m256 eight = _mm256_add_ps(a.low, a.high);
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}
KVW_LANES float maxOf(F a) {
    const __m256 eight = _mm256_max_ps(a.low, a.high);
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
}

KVW_LANES D zeroDouble() {
    return {_mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd()};
}
KVW_LANES D addWide(D sum, F x) {
    return {_mm256_add_pd(sum.a, _mm256_cvtps_pd(_mm256_castps256_ps128(x.low))),
            _mm256_add_pd(sum.b, _mm256_cvtps_pd(_mm256_extractf128_ps(x.low, 1))),
            _mm256_add_pd(sum.c, _mm256_cvtps_pd(_mm256_castps256_ps128(x.high))),
            _mm256_add_pd(sum.d, _mm256_cvtps_pd(_mm256_extractf128_ps(x.high, 1)))};
}
KVW_LANES double sumOf(D x) {
    const __m256d four = _mm256_add_pd(_mm256_add_pd(x.a, x.c), _mm256_add_pd(x.b, x.d));
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

/// Returns bits of 16 tokens; bit i is set if tokens[i] >= 0.
KVW_LANES std::uint32_t occupiedOf16(const std::int64_t* tokens) {
    std::uint32_t free = 0;
    for (int part = 0; part < 4; ++part) {
        const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(tokens + std::ptrdiff_t{4} * part));
        free |= static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(four))) << (4 * part);
    }
    return free ^ 0xffffU;
}

}  // namespace
}  // namespace kvw

#include "kernels/variant/nibbles.h"
