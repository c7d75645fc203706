// SPDX-License-Identifier: Apache-2.0
/// Products with weight matrices over the lanes of one variant; included after its lanes header.
#pragma once

#include "kernels/variant/table.h"
#include "kernels/variant/transpose.h"

namespace kvw {
namespace {

/// Weight columns in a packed panel, which stays in L1.
constexpr std::size_t kColumnBlock = kPanelDepth;
/// Columns whose products are summed before they are added to the output: many short sums round less than a long one.
/// A model's logits are half as far from float64 with 32 as with 256, for about 5 % of the time.
constexpr std::size_t kSumBlock = 32;
/// Distance of prefetches in a row of weights.
constexpr std::size_t kPrefetchBytes = 1024;
/// Rows of X that are multiplied with one packed panel; their block of columns stays in L2.
constexpr std::size_t kTokenBlock = 768;
static_assert(kPanelColumns % (kGemmVectors * kLanes) == 0);

/// Prefetches `kBytes` bytes that lie kPrefetchBytes behind `p`.
template <std::size_t kBytes>
KVW_LANES void prefetch(const void* p) {
    KVW_UNROLL(4)
    for (std::size_t line = 0; line < kBytes; line += 64) {
        __builtin_prefetch(static_cast<const char*>(p) + kPrefetchBytes + line);
    }
}

/// Computes the products of `kRows` rows with `kCount` vectors. Column c is added to sum c / kLanes % 4 of its product,
/// and these are added in pairs; as many of the four sums at a time as registers allow.
template <class T, std::size_t kRows, std::size_t kCount>
void dotTile(const T* const* rows, std::size_t columns, const float* x, std::size_t xStride, float* y,
             std::size_t yStride, std::size_t rowStride) {
    constexpr std::size_t kTile = kRows * kCount;
    constexpr std::size_t kAtOnce = 4 * kTile <= kDotSums ? 4 : 2 * kTile <= kDotSums ? 2 : 1;
    F sums[4][kRows][kCount];
    const std::size_t whole = columns / (4 * kLanes) * (4 * kLanes);
    KVW_UNROLL(4)
    for (std::size_t first = 0; first < 4; first += kAtOnce) {
        F some[kAtOnce][kRows][kCount];
        KVW_UNROLL(4)
        for (std::size_t i = 0; i < kAtOnce; ++i) {
            KVW_UNROLL(4)
            for (std::size_t r = 0; r < kRows; ++r) {
                KVW_UNROLL(8)
                for (std::size_t v = 0; v < kCount; ++v) {
                    some[i][r][v] = broadcast(0);
                }
            }
        }
        for (std::size_t c = first * kLanes; c < whole; c += 4 * kLanes) {
            if (first == 0) {
                KVW_UNROLL(4)
                for (std::size_t r = 0; r < kRows; ++r) {
                    prefetch<4 * kLanes * sizeof(T)>(rows[r] + c);
                }
            }
            KVW_UNROLL(4)
            for (std::size_t i = 0; i < kAtOnce; ++i) {
                const std::size_t column = c + i * kLanes;
                F weights[kRows];
                KVW_UNROLL(4)
                for (std::size_t r = 0; r < kRows; ++r) {
                    weights[r] = load(rows[r] + column);
                }
                KVW_UNROLL(8)
                for (std::size_t v = 0; v < kCount; ++v) {
                    const F in = load(x + v * xStride + column);
                    KVW_UNROLL(4)
                    for (std::size_t r = 0; r < kRows; ++r) {
                        some[i][r][v] = fma(weights[r], in, some[i][r][v]);
                    }
                }
            }
        }
        KVW_UNROLL(4)
        for (std::size_t i = 0; i < kAtOnce; ++i) {
            KVW_UNROLL(4)
            for (std::size_t r = 0; r < kRows; ++r) {
                KVW_UNROLL(8)
                for (std::size_t v = 0; v < kCount; ++v) {
                    sums[first + i][r][v] = some[i][r][v];
                }
            }
        }
    }
    for (std::size_t r = 0; r < kRows; ++r) {
        const T* row = rows[r];
        for (std::size_t v = 0; v < kCount; ++v) {
            const float* in = x + v * xStride;
            F first = sums[0][r][v];
            F second = sums[1][r][v];
            std::size_t c = whole;
            for (; c + kLanes <= columns; c += kLanes) {
                first = fma(load(row + c), load(in + c), first);
            }
            if (c < columns) {
                second = fma(loadFirst(row + c, columns - c), loadFirst(in + c, columns - c), second);
            }
            y[v * yStride + r * rowStride] = sumOf((first + second) + (sums[2][r][v] + sums[3][r][v]));
        }
    }
}

template <class T, std::size_t kRows, std::size_t kCount = kDotVectors>
void dotVectors(std::size_t count, const T* const* rows, std::size_t columns, const float* x, std::size_t xStride,
                float* y, std::size_t yStride, std::size_t rowStride) {
    if constexpr (kCount > 0) {
        if (count == kCount) {
            dotTile<T, kRows, kCount>(rows, columns, x, xStride, y, yStride, rowStride);
        } else {
            dotVectors<T, kRows, kCount - 1>(count, rows, columns, x, xStride, y, yStride, rowStride);
        }
    }
}

/// Computes rows i + r * step for i in [first, first + step) and r in [0, kRows). The rows of a tile lie `step` apart:
/// a thread reads kRows streams of memory faster than one.
template <class T, std::size_t kRows>
void multiplyStreams(const T* data, std::size_t columns, const float* x, std::size_t xStride, float* y,
                     std::size_t yStride, std::size_t count, std::size_t first, std::size_t step) {
    // Blocks of similar size: if 3 vectors fit, 7 vectors are blocks of 2, 2 and 3.
    const std::size_t blocks = (count + kDotVectors - 1) / kDotVectors;
    for (std::size_t i = first; i < first + step; ++i) {
        const T* rows[kRows];
        for (std::size_t r = 0; r < kRows; ++r) {
            rows[r] = data + (i + r * step) * columns;
        }
        for (std::size_t block = 0; block < blocks; ++block) {
            const std::size_t v = block * count / blocks;
            const std::size_t here = (block + 1) * count / blocks - v;
            dotVectors<T, kRows>(here, rows, columns, x + v * xStride, xStride, y + v * yStride + i, yStride, step);
        }
    }
}

template <class T>
void matVecsTyped(const T* data, std::size_t columns, const float* x, std::size_t xStride, float* y,
                  std::size_t yStride, std::size_t count, std::size_t first, std::size_t last) {
    const std::size_t step = (last - first) / kDotRows;
    multiplyStreams<T, kDotRows>(data, columns, x, xStride, y, yStride, count, first, step);
    const std::size_t done = first + step * kDotRows;
    multiplyStreams<T, 1>(data, columns, x, xStride, y, yStride, count, done, last - done);
}

void matVecsRows(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                 std::size_t count, std::size_t first, std::size_t last) {
    switch (weights.dtype) {
        case Dtype::F32:
            return matVecsTyped(static_cast<const float*>(weights.data), weights.columns, x, xStride, y, yStride, count,
                                first, last);
        case Dtype::BF16:
            return matVecsTyped(static_cast<const Bf16*>(weights.data), weights.columns, x, xStride, y, yStride, count,
                                first, last);
        case Dtype::F16:
            return matVecsTyped(static_cast<const Half*>(weights.data), weights.columns, x, xStride, y, yStride, count,
                                first, last);
    }
}

/// Computes kRows x `width` outputs: c = or += a [kRows, depth] * panel [depth][kPanelColumns]; `panel` points to the
/// first of the columns.
template <std::size_t kRows>
void multiplyBlock(const float* a, std::size_t aStride, const float* panel, std::size_t depth, float* c,
                   std::size_t cStride, std::size_t width, bool accumulate) {
    F sums[kRows][kGemmVectors];
    KVW_UNROLL(16)
    for (std::size_t i = 0; i < kRows; ++i) {
        KVW_UNROLL(2)
        for (std::size_t j = 0; j < kGemmVectors; ++j) {
            sums[i][j] = broadcast(0);
        }
    }
    for (std::size_t k = 0; k < depth; ++k) {
        F b[kGemmVectors];
        KVW_UNROLL(2)
        for (std::size_t j = 0; j < kGemmVectors; ++j) {
            b[j] = load(panel + k * kPanelColumns + j * kLanes);
        }
        KVW_UNROLL(16)
        for (std::size_t i = 0; i < kRows; ++i) {
            const F x = broadcast(a[i * aStride + k]);
            KVW_UNROLL(2)
            for (std::size_t j = 0; j < kGemmVectors; ++j) {
                sums[i][j] = fma(x, b[j], sums[i][j]);
            }
        }
    }
    KVW_UNROLL(16)
    for (std::size_t i = 0; i < kRows; ++i) {
        KVW_UNROLL(2)
        for (std::size_t j = 0; j < kGemmVectors; ++j) {
            float* target = c + i * cStride + j * kLanes;
            if (width >= (j + 1) * kLanes) {
                store(target, accumulate ? load(target) + sums[i][j] : sums[i][j]);
            } else if (width > j * kLanes) {
                const std::size_t count = width - j * kLanes;
                storeFirst(target, accumulate ? loadFirst(target, count) + sums[i][j] : sums[i][j], count);
            }
        }
    }
}

/// Computes the same in sums over kSumBlock columns, one after the other.
template <std::size_t kRows>
void multiplyBlocks(const float* a, std::size_t aStride, const float* panel, std::size_t depth, float* c,
                    std::size_t cStride, std::size_t width, bool accumulate) {
    std::size_t k = 0;
    do {
        const std::size_t here = depth - k < kSumBlock ? depth - k : kSumBlock;
        multiplyBlock<kRows>(a + k, aStride, panel + k * kPanelColumns, here, c, cStride, width, accumulate || k > 0);
        k += here;
    } while (k < depth);
}

template <std::size_t kRows>
void multiplyRest(std::size_t rows, const float* a, std::size_t aStride, const float* panel, std::size_t depth,
                  float* c, std::size_t cStride, std::size_t width, bool accumulate) {
    if constexpr (kRows > 0) {
        if (rows == kRows) {
            multiplyBlocks<kRows>(a, aStride, panel, depth, c, cStride, width, accumulate);
        } else {
            multiplyRest<kRows - 1>(rows, a, aStride, panel, depth, c, cStride, width, accumulate);
        }
    }
}

/// Multiplies all rows of a (at most kTokenBlock) with one packed panel of `width` columns.
void multiplyPanel(const float* a, std::size_t aStride, std::size_t rows, const float* panel, std::size_t depth,
                   float* c, std::size_t cStride, std::size_t width, bool accumulate) {
    constexpr std::size_t kStep = kGemmVectors * kLanes;
    for (std::size_t column = 0; column < width; column += kStep) {
        const std::size_t here = width - column < kStep ? width - column : kStep;
        std::size_t row = 0;
        for (; row + kGemmRows <= rows; row += kGemmRows) {
            multiplyBlocks<kGemmRows>(a + row * aStride, aStride, panel + column, depth, c + row * cStride + column,
                                      cStride, here, accumulate);
        }
        multiplyRest<kGemmRows - 1>(rows - row, a + row * aStride, aStride, panel + column, depth,
                                    c + row * cStride + column, cStride, here, accumulate);
    }
}

/// Packs rows [0, width), columns [0, depth) of w, widened, into panel [depth][kPanelColumns]; missing rows are zero.
template <class T>
void packTransposed(const T* w, std::size_t stride, std::size_t width, std::size_t depth, float* panel) {
    for (std::size_t row = 0; row < kPanelColumns; row += 4) {
        for (std::size_t k = 0; k < depth; k += kLanes) {
            const std::size_t count = depth - k < kLanes ? depth - k : kLanes;
            alignas(64) float block[4 * kLanes];
            for (std::size_t i = 0; i < 4; ++i) {
                F wide = broadcast(0);
                if (row + i < width) {
                    const T* source = w + (row + i) * stride + k;
                    wide = count == kLanes ? load(source) : loadFirst(source, count);
                }
                store(block + i * kLanes, wide);
            }
            // The panel has room for whole vectors of k.
            for (std::size_t i = 0; i < kLanes; i += 4) {
                transposeFour(block + i, kLanes, panel + (k + i) * kPanelColumns + row, kPanelColumns);
            }
        }
    }
}

template <class T>
void matMulPanelsTyped(const T* w, std::size_t wStride, std::size_t columns, const float* x, std::size_t xStride,
                       float* y, std::size_t yStride, std::size_t tokens, std::size_t first, std::size_t last) {
    alignas(64) float panel[kColumnBlock * kPanelColumns];
    for (std::size_t token = 0; token < tokens; token += kTokenBlock) {
        const std::size_t rows = tokens - token < kTokenBlock ? tokens - token : kTokenBlock;
        for (std::size_t row = first; row < last; row += kPanelColumns) {
            const std::size_t width = last - row < kPanelColumns ? last - row : kPanelColumns;
            std::size_t k = 0;
            do {
                const std::size_t depth = columns - k < kColumnBlock ? columns - k : kColumnBlock;
                packTransposed(w + row * wStride + k, wStride, width, depth, panel);
                multiplyPanel(x + token * xStride + k, xStride, rows, panel, depth, y + token * yStride + row, yStride,
                              width, k > 0);
                k += depth;
            } while (k < columns);
        }
    }
}

void matMulPanels(const Weights& weights, std::size_t wStride, const float* x, std::size_t xStride, float* y,
                  std::size_t yStride, std::size_t tokens, std::size_t first, std::size_t last) {
    const std::size_t columns = weights.columns;
    switch (weights.dtype) {
        case Dtype::F32:
            return matMulPanelsTyped(static_cast<const float*>(weights.data), wStride, columns, x, xStride, y, yStride,
                                     tokens, first, last);
        case Dtype::BF16:
            return matMulPanelsTyped(static_cast<const Bf16*>(weights.data), wStride, columns, x, xStride, y, yStride,
                                     tokens, first, last);
        case Dtype::F16:
            return matMulPanelsTyped(static_cast<const Half*>(weights.data), wStride, columns, x, xStride, y, yStride,
                                     tokens, first, last);
    }
}

void matMulUntransposed(const float* a, std::size_t aStride, const float* b, std::size_t bStride, float* c,
                        std::size_t cStride, std::size_t m, std::size_t n, std::size_t k) {
    alignas(64) float panel[kColumnBlock * kPanelColumns];
    for (std::size_t row = 0; row < m; row += kTokenBlock) {
        const std::size_t rows = m - row < kTokenBlock ? m - row : kTokenBlock;
        for (std::size_t column = 0; column < n; column += kPanelColumns) {
            const std::size_t width = n - column < kPanelColumns ? n - column : kPanelColumns;
            std::size_t done = 0;
            do {
                const std::size_t depth = k - done < kColumnBlock ? k - done : kColumnBlock;
                for (std::size_t i = 0; i < depth; ++i) {
                    const float* source = b + (done + i) * bStride + column;
                    for (std::size_t j = 0; j < kPanelColumns; ++j) {
                        panel[i * kPanelColumns + j] = j < width ? source[j] : 0.0F;
                    }
                }
                multiplyPanel(a + row * aStride + done, aStride, rows, panel, depth, c + row * cStride + column,
                              cStride, width, done > 0);
                done += depth;
            } while (done < k);
        }
    }
}

template <class T>
void widenTyped(const T* source, float* target, std::size_t count) {
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        store(target + i, load(source + i));
    }
    if (i < count) {
        storeFirst(target + i, loadFirst(source + i, count - i), count - i);
    }
}

void widenRow(const void* source, Dtype dtype, float* target, std::size_t count) {
    switch (dtype) {
        case Dtype::F32:
            return widenTyped(static_cast<const float*>(source), target, count);
        case Dtype::BF16:
            return widenTyped(static_cast<const Bf16*>(source), target, count);
        case Dtype::F16:
            return widenTyped(static_cast<const Half*>(source), target, count);
    }
}

}  // namespace
}  // namespace kvw
