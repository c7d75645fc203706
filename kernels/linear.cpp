// SPDX-License-Identifier: Apache-2.0
#include "kernels/linear.h"

#include <algorithm>
#include <memory>

#include "kernels/half.h"
#include "kernels/thread_pool.h"
#include "kernels/variant/bf16_products.h"
#include "kernels/variant/integer_products.h"
#include "kernels/variant/table.h"

namespace kvw {
namespace {

/// Smallest share of a thread: reading fewer bytes takes less time than handing them to another thread.
constexpr std::size_t kBytesPerShare = std::size_t{32} * 1024;
/// Decoded rows that are multiplied with several vectors; they stay in L2.
constexpr std::size_t kRowsAtOnce = 6;

/// If `weights` has an order, points `x` and `stride` to a copy of the `count` rows in that order and returns the
/// memory of the copy; else returns null.
std::unique_ptr<float[]> permuteInputs(const Weights& weights, const float*& x, std::size_t& stride,
                                       std::size_t count) {
    if (weights.order == nullptr) {
        return nullptr;
    }
    auto ordered = std::make_unique_for_overwrite<float[]>(count * weights.columns);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t c = 0; c < weights.columns; ++c) {
            ordered[i * weights.columns + c] = x[i * stride + weights.order[c]];
        }
    }
    x = ordered.get();
    stride = weights.columns;
    return ordered;
}

/// Calls body(rows as f32, index of the first) for rows [first, last) of a quantised matrix, `atOnce` at a time.
template <class Body>
void decodedRows(const Weights& weights, std::size_t first, std::size_t last, std::size_t atOnce, const Body& body) {
    const auto numbers = std::make_unique_for_overwrite<float[]>(atOnce * weights.columns);
    const auto* data = static_cast<const std::byte*>(weights.data);
    for (std::size_t row = first; row < last; row += atOnce) {
        const std::size_t count = std::min(atOnce, last - row);
        decodeBlocks(*weights.blocks, data + row * weights.rowBytes(), numbers.get(), count * weights.columns);
        body(Weights{numbers.get(), Dtype::F32, count, weights.columns}, row);
    }
}

/// Calls body(rows, index of the first) for rows [first, last): for all of them as they are stored, or for
/// kPanelColumns at a time that are decoded first.
template <class Body>
void storedOrDecodedRows(const Weights& weights, std::size_t first, std::size_t last, const Body& body) {
    if (weights.blocks) {
        decodedRows(weights, first, last, kPanelColumns, body);
        return;
    }
    Weights rows = weights;
    rows.data = static_cast<const std::byte*>(weights.data) + first * weights.rowBytes();
    rows.rows = last - first;
    body(rows, first);
}

/// Computes matMul (kPartsOfF32 parts) or matMulBf16 (one) with products of bf16.
void multiplyPacked(const Bf16Products& products, std::size_t parts, const Weights& weights, const float* x,
                    std::size_t xStride, float* y, std::size_t yStride, std::size_t tokens, ThreadPool& pool) {
    const auto lines = std::make_unique_for_overwrite<PackedLine[]>(
        products.packedSize(tokens, weights.columns, parts) / kBf16Padding);
    std::uint16_t* packed = lines[0].parts;
    pool.parallelFor(tokens, kPackedTokens, [&](std::size_t first, std::size_t last) {
        products.pack(x, xStride, first, last, weights.columns, parts, packed);
    });
    pool.parallelFor(weights.rows, kPanelColumns, [&](std::size_t first, std::size_t last) {
        const auto scratch =
            std::make_unique_for_overwrite<PackedLine[]>(products.scratchSize * sizeof(float) / sizeof(PackedLine));
        products.matMul(weights, packed, parts, y, yStride, tokens, first, last, scratch[0].numbers);
    });
}

/// Rounds `count` numbers to bf16; source and target may be the same.
void roundToBf16(const float* source, float* target, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        target[i] = widenBf16(narrowBf16(source[i]));
    }
}

/// Computes matMulBf16 with the f32 kernels from numbers that are rounded first.
void multiplyRounded(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                     std::size_t tokens, ThreadPool& pool) {
    const KernelTable& kernels = activeKernels();
    const std::size_t columns = weights.columns;
    const auto rounded = std::make_unique_for_overwrite<float[]>(tokens * columns);
    for (std::size_t t = 0; t < tokens; ++t) {
        roundToBf16(x + t * xStride, rounded.get() + t * columns, columns);
    }
    Weights plain = weights;
    plain.order = nullptr;
    pool.parallelFor(weights.rows, kPanelColumns, [&](std::size_t first, std::size_t last) {
        const auto numbers = std::make_unique_for_overwrite<float[]>(kPanelColumns * columns);
        for (std::size_t row = first; row < last; row += kPanelColumns) {
            const std::size_t count = std::min(kPanelColumns, last - row);
            for (std::size_t i = 0; i < count; ++i) {
                readRow(plain, row + i, numbers.get() + i * columns);
            }
            roundToBf16(numbers.get(), numbers.get(), count * columns);
            kernels.matMulPanels({numbers.get(), Dtype::F32, count, columns}, columns, rounded.get(), columns, y + row,
                                 yStride, tokens, 0, count);
        }
    });
}

}  // namespace

void matVec(const Weights& weights, const float* x, float* y, ThreadPool& pool) {
    matVecs(weights, x, weights.columns, y, weights.rows, 1, pool);
}

void matVecs(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
             std::size_t count, ThreadPool& pool) {
    const KernelTable& kernels = activeKernels();
    const auto ordered = permuteInputs(weights, x, xStride, count);
    const std::size_t share = kBytesPerShare / std::max<std::size_t>(weights.rowBytes() * count, 1) + 1;
    if (weights.blocks && kernels.integers != nullptr && kernels.integers->takes(*weights.blocks)) {
        const std::size_t parts = (weights.columns + SplitVector::kColumns - 1) / SplitVector::kColumns;
        const auto vectors = std::make_unique_for_overwrite<SplitVector[]>(count * parts);
        for (std::size_t v = 0; v < count; ++v) {
            kernels.integers->split(x + v * xStride, weights.columns, vectors.get() + v * parts);
        }
        pool.parallelFor(weights.rows, share, [&](std::size_t first, std::size_t last) {
            kernels.integers->multiply(weights, vectors.get(), y, yStride, count, first, last);
        });
        return;
    }
    pool.parallelFor(weights.rows, share, [&](std::size_t first, std::size_t last) {
        if (!weights.blocks) {
            kernels.matVecsRows(weights, x, xStride, y, yStride, count, first, last);
        } else if (!kernels.matVecsBlocks(weights, x, xStride, y, yStride, count, first, last)) {
            decodedRows(weights, first, last, kRowsAtOnce, [&](const Weights& rows, std::size_t row) {
                kernels.matVecsRows(rows, x, xStride, y + row, yStride, count, 0, rows.rows);
            });
        }
    });
}

void matMul(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
            std::size_t tokens, ThreadPool& pool) {
    const KernelTable& kernels = activeKernels();
    const auto ordered = permuteInputs(weights, x, xStride, tokens);
    const Bf16Products* products = activeBf16Products();
    if (products != nullptr && products->multipliesF32) {
        multiplyPacked(*products, kPartsOfF32, weights, x, xStride, y, yStride, tokens, pool);
        return;
    }
    pool.parallelFor(weights.rows, kPanelColumns, [&](std::size_t first, std::size_t last) {
        storedOrDecodedRows(weights, first, last, [&](const Weights& rows, std::size_t row) {
            kernels.matMulPanels(rows, rows.columns, x, xStride, y + row, yStride, tokens, 0, rows.rows);
        });
    });
}

void matMulBf16(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                std::size_t tokens, ThreadPool& pool) {
    const auto ordered = permuteInputs(weights, x, xStride, tokens);
    if (const Bf16Products* products = activeBf16Products()) {
        multiplyPacked(*products, 1, weights, x, xStride, y, yStride, tokens, pool);
    } else {
        multiplyRounded(weights, x, xStride, y, yStride, tokens, pool);
    }
}

bool multipliesBf16() noexcept {
    return activeBf16Products() != nullptr;
}

void matMulPlain(const float* a, std::size_t aStride, const float* b, std::size_t bStride, float* c,
                 std::size_t cStride, std::size_t m, std::size_t n, std::size_t k) {
    activeKernels().matMulPlain(a, aStride, b, bStride, c, cStride, m, n, k);
}

void matMulTransposed(const float* a, std::size_t aStride, const float* b, std::size_t bStride, float* c,
                      std::size_t cStride, std::size_t m, std::size_t n, std::size_t k) {
    const Weights weights{b, Dtype::F32, n, k};
    activeKernels().matMulPanels(weights, bStride, a, aStride, c, cStride, m, 0, n);
}

void readRow(const Weights& weights, std::size_t row, float* target) {
    if (weights.order != nullptr) {
        Weights plain = weights;
        plain.order = nullptr;
        const auto numbers = std::make_unique_for_overwrite<float[]>(weights.columns);
        readRow(plain, row, numbers.get());
        for (std::size_t c = 0; c < weights.columns; ++c) {
            target[weights.order[c]] = numbers[c];
        }
        return;
    }
    const std::byte* source = static_cast<const std::byte*>(weights.data) + row * weights.rowBytes();
    if (weights.blocks) {
        decodeBlocks(*weights.blocks, source, target, weights.columns);
    } else {
        widen(source, weights.dtype, target, weights.columns);
    }
}

void widen(const void* source, Dtype dtype, float* target, std::size_t count) {
    activeKernels().widen(source, dtype, target, count);
}

void narrow(const float* source, Dtype dtype, void* target, std::size_t count) {
    if (dtype == Dtype::F32) {
        std::copy_n(source, count, static_cast<float*>(target));  // unlike memcpy, allows null pointers if count is 0
        return;
    }
    auto* bits = static_cast<std::uint16_t*>(target);
    for (std::size_t i = 0; i < count; ++i) {
        bits[i] = dtype == Dtype::BF16 ? narrowBf16(source[i]) : narrowF16(source[i]);
    }
}

}  // namespace kvw
