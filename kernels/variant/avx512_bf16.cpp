// SPDX-License-Identifier: Apache-2.0
/// Products in bf16 with AVX-512 BF16.
#include <immintrin.h>

#include "kernels/variant/bf16_products.h"
#include "kernels/variant/storage.h"
#include "kernels/variant/table.h"
#include "kernels/variant/transpose.h"

namespace kvw {
namespace {

constexpr std::size_t kBlockRows = 12;  // 12 x 2 accumulators, 2 panel columns, 1 broadcast: 27 of 32 registers
constexpr std::size_t kPanelPairs = kPanelDepth / 2;

/// Returns 32 numbers as 16 pairs of bf16.
__m512i pairs(const float* p) {
    return (__m512i)_mm512_cvtne2ps_pbh(_mm512_loadu_ps(p + kLanes), _mm512_loadu_ps(p));
}
__m512i pairs(const Bf16* p) {
    return _mm512_loadu_si512(p);
}
__m512i pairs(const Half* p) {
    const auto* bits = reinterpret_cast<const __m256i*>(p);
    return (__m512i)_mm512_cvtne2ps_pbh(_mm512_cvtph_ps(_mm256_loadu_si256(bits + 1)),
                                        _mm512_cvtph_ps(_mm256_loadu_si256(bits)));
}

/// Returns the first `count` numbers, followed by zeros, as pairs.
template <class T>
__m512i firstPairs(const T* p, std::size_t count) {
    T whole[kBf16Padding] = {};
    __builtin_memcpy(whole, p, count * sizeof(T));
    return pairs(whole);
}

void narrowRow(const float* source, std::uint16_t* target, std::size_t count) {
    std::size_t i = 0;
    for (; i + kBf16Padding <= count; i += kBf16Padding) {
        _mm512_storeu_si512(target + i, pairs(source + i));
    }
    if (i < count) {
        _mm512_storeu_si512(target + i, firstPairs(source + i, count - i));
    }
}

/// Packs rows [0, width), columns [0, depth) of w into panel [pairs of columns][kPanelColumns]; missing numbers are 0.
template <class T>
void packPairs(const T* w, std::size_t stride, std::size_t width, std::size_t depth, float* panel) {
    for (std::size_t row = 0; row < kPanelColumns; row += 4) {
        for (std::size_t k = 0; k < depth; k += kBf16Padding) {
            alignas(64) float block[4 * kLanes];
            for (std::size_t i = 0; i < 4; ++i) {
                __m512i numbers = _mm512_setzero_si512();
                if (row + i < width) {
                    const T* source = w + (row + i) * stride + k;
                    numbers = depth - k >= kBf16Padding ? pairs(source) : firstPairs(source, depth - k);
                }
                _mm512_store_si512(block + i * kLanes, numbers);
            }
            for (std::size_t i = 0; i < kLanes; i += 4) {
                transposeFour(block + i, kLanes, panel + (k / 2 + i) * kPanelColumns + row, kPanelColumns);
            }
        }
    }
}

/// Computes kRows x `width` outputs: c = or += a [kRows, pairs] * panel [pairs][kPanelColumns].
template <std::size_t kRows>
void multiplyBlock(const std::uint16_t* a, std::size_t aStride, const float* panel, std::size_t pairCount, float* c,
                   std::size_t cStride, std::size_t width, bool accumulate) {
    __m512 sums[kRows][2];
    KVW_UNROLL(16)
    for (std::size_t i = 0; i < kRows; ++i) {
        sums[i][0] = sums[i][1] = _mm512_setzero_ps();
    }
    for (std::size_t k = 0; k < pairCount; ++k) {
        const auto left = (__m512bh)_mm512_load_ps(panel + k * kPanelColumns);
        const auto right = (__m512bh)_mm512_load_ps(panel + k * kPanelColumns + kLanes);
        KVW_UNROLL(16)
        for (std::size_t i = 0; i < kRows; ++i) {
            int pair = 0;
            __builtin_memcpy(&pair, a + i * aStride + 2 * k, sizeof(pair));
            const auto x = (__m512bh)_mm512_set1_epi32(pair);
            sums[i][0] = _mm512_dpbf16_ps(sums[i][0], x, left);
            sums[i][1] = _mm512_dpbf16_ps(sums[i][1], x, right);
        }
    }
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
    const __mmask16 masks[2] = {static_cast<__mmask16>(mask), static_cast<__mmask16>(mask >> kLanes)};
    KVW_UNROLL(16)
    for (std::size_t i = 0; i < kRows; ++i) {
        KVW_UNROLL(2)
        for (std::size_t j = 0; j < 2; ++j) {
            float* target = c + i * cStride + j * kLanes;
            const __m512 before = accumulate ? _mm512_maskz_loadu_ps(masks[j], target) : _mm512_setzero_ps();
            _mm512_mask_storeu_ps(target, masks[j], _mm512_add_ps(before, sums[i][j]));
        }
    }
}

template <std::size_t kRows>
void multiplyRest(std::size_t rows, const std::uint16_t* a, std::size_t aStride, const float* panel,
                  std::size_t pairCount, float* c, std::size_t cStride, std::size_t width, bool accumulate) {
    if constexpr (kRows > 0) {
        if (rows == kRows) {
            multiplyBlock<kRows>(a, aStride, panel, pairCount, c, cStride, width, accumulate);
        } else {
            multiplyRest<kRows - 1>(rows, a, aStride, panel, pairCount, c, cStride, width, accumulate);
        }
    }
}

template <class T>
void matMulTyped(const T* w, std::size_t columns, const std::uint16_t* x, std::size_t xStride, float* y,
                 std::size_t yStride, std::size_t tokens, std::size_t first, std::size_t last) {
    alignas(64) float panel[kPanelPairs * kPanelColumns];  // a pair in each element
    for (std::size_t row = first; row < last; row += kPanelColumns) {
        const std::size_t width = last - row < kPanelColumns ? last - row : kPanelColumns;
        std::size_t k = 0;
        do {
            const std::size_t depth = columns - k < kPanelDepth ? columns - k : kPanelDepth;
            packPairs(w + row * columns + k, columns, width, depth, panel);
            const std::size_t pairCount = (depth + 1) / 2;
            std::size_t token = 0;
            for (; token + kBlockRows <= tokens; token += kBlockRows) {
                multiplyBlock<kBlockRows>(x + token * xStride + k, xStride, panel, pairCount, y + token * yStride + row,
                                          yStride, width, k > 0);
            }
            multiplyRest<kBlockRows - 1>(tokens - token, x + token * xStride + k, xStride, panel, pairCount,
                                         y + token * yStride + row, yStride, width, k > 0);
            k += depth;
        } while (k < columns);
    }
}

void matMulBf16(const Weights& weights, const std::uint16_t* x, std::size_t xStride, float* y, std::size_t yStride,
                std::size_t tokens, std::size_t first, std::size_t last) {
    const std::size_t columns = weights.columns;
    switch (weights.dtype) {
        case Dtype::F32:
            return matMulTyped(static_cast<const float*>(weights.data), columns, x, xStride, y, yStride, tokens, first,
                               last);
        case Dtype::BF16:
            return matMulTyped(static_cast<const Bf16*>(weights.data), columns, x, xStride, y, yStride, tokens, first,
                               last);
        case Dtype::F16:
            return matMulTyped(static_cast<const Half*>(weights.data), columns, x, xStride, y, yStride, tokens, first,
                               last);
    }
}

}  // namespace

const Bf16Products kAvx512Bf16Products{narrowRow, matMulBf16};

}  // namespace kvw
