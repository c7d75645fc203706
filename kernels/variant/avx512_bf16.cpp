// SPDX-License-Identifier: Apache-2.0
/// Products in bf16 with AVX-512 BF16.
#include "kernels/variant/bf16_panels.h"

namespace kvw {
namespace {

constexpr std::size_t kBlockRows = 12;  // 12 x 2 accumulators, 2 panel columns, 1 broadcast: 27 of 32 registers
constexpr std::size_t kPanelPairs = kPanelDepth / 2;

void packRows(const float* x, std::size_t xStride, std::size_t first, std::size_t last, std::size_t columns,
              std::size_t /*parts*/, std::uint16_t* target) {
    const std::size_t stride = paddedColumns(columns);
    for (std::size_t token = first; token < last; ++token) {
        for (std::size_t k = 0; k < columns; k += kBf16Padding) {
            loadFirstPairs<1>(x + token * xStride + k, columns - k, [&](std::size_t, __m512i numbers) KVW_INLINE {
                _mm512_storeu_si512(target + token * stride + k, numbers);
            });
        }
    }
}

std::size_t packedSize(std::size_t tokens, std::size_t columns, std::size_t /*parts*/) {
    return tokens * paddedColumns(columns);
}

/// Computes kRows x `width` outputs: c = or += a [kRows, pairs] * panel of packPanel.
template <std::size_t kRows>
void multiplyBlock(const std::uint16_t* a, std::size_t aStride, const float* panel, std::size_t pairCount, float* c,
                   std::size_t cStride, std::size_t width, bool accumulate) {
    __m512 sums[kRows][2];
    KVW_UNROLL(16)
    for (std::size_t i = 0; i < kRows; ++i) {
        sums[i][0] = sums[i][1] = _mm512_setzero_ps();
    }
    for (std::size_t k = 0; k < pairCount; ++k) {
        const float* pairsOfRows = panel + k / kLanes * 2 * kPairTile + k % kLanes * kLanes;
        const auto left = (__m512bh)_mm512_load_ps(pairsOfRows);
        const auto right = (__m512bh)_mm512_load_ps(pairsOfRows + kPairTile);
        KVW_UNROLL(16)
        for (std::size_t i = 0; i < kRows; ++i) {
            int pair = 0;
            __builtin_memcpy(&pair, a + i * aStride + 2 * k, sizeof(pair));
            const auto x = (__m512bh)_mm512_set1_epi32(pair);
            sums[i][0] = _mm512_dpbf16_ps(sums[i][0], x, left);
            sums[i][1] = _mm512_dpbf16_ps(sums[i][1], x, right);
        }
    }
    KVW_UNROLL(16)
    for (std::size_t i = 0; i < kRows; ++i) {
        addColumns(c + i * cStride, sums[i][0], sums[i][1], width, accumulate);
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

void matMulBf16(const Weights& weights, const std::uint16_t* x, std::size_t /*parts*/, float* y, std::size_t yStride,
                std::size_t tokens, std::size_t first, std::size_t last, float* panel) {
    alignas(64) float decoded[kPanelColumns * kPanelDepth];
    const std::size_t columns = weights.columns;
    const std::size_t xStride = paddedColumns(columns);
    for (std::size_t row = first; row < last; row += kPanelColumns) {
        const std::size_t width = last - row < kPanelColumns ? last - row : kPanelColumns;
        std::size_t k = 0;
        do {
            const std::size_t depth = columns - k < kPanelDepth ? columns - k : kPanelDepth;
            packStored<1>(weights, row, width, k, depth, decoded, panel);
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

}  // namespace

const Bf16Products kAvx512Bf16Products{packedSize, packRows, matMulBf16, kPanelPairs* kPanelColumns, false};

}  // namespace kvw
