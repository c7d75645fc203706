// SPDX-License-Identifier: Apache-2.0
/// Products with weight matrices. Accumulation in f32; 16-bit and quantised weights are widened exactly.
/// Activations are rounded by matMulBf16, and from Isa::Avx512Vnni on to 24 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/blocks.h"

namespace kvw {

class ThreadPool;

enum class Dtype : std::uint8_t { F32, BF16, F16 };
[[nodiscard]] constexpr std::size_t bytesOf(Dtype dtype) noexcept {
    return dtype == Dtype::F32 ? 4 : 2;
}

/// A weight matrix as stored: row-major [rows, columns]; borrowed.
struct Weights {
    const void* data = nullptr;
    Dtype dtype = Dtype::F32;
    std::size_t rows = 0;
    std::size_t columns = 0;
    /// Type of a quantised matrix, whose rows are whole blocks; `dtype` is then F32, the type they are decoded to. A
    /// product has the bits of the product with the decoded matrix, or, from Isa::Avx512Vnni on, differs by
    /// at most 1.2e-7 of the largest number of 32 columns of x for each weight of these.
    std::optional<BlockType> blocks{};
    /// Number i of a row belongs to column order[i]; null: to column i. Products are summed in the order of the
    /// numbers.
    const std::uint32_t* order = nullptr;

    [[nodiscard]] std::size_t rowBytes() const noexcept {
        return blocks ? columns / shapeOf(*blocks).numbers * shapeOf(*blocks).bytes : columns * bytesOf(dtype);
    }
};

/// Computes y[rows] = W x, x [columns]. Bits do not depend on the number of threads.
void matVec(const Weights& weights, const float* x, float* y, ThreadPool& pool);

/// Computes Y[count, rows] = X[count, columns] * W^T with the given strides (in floats), for few vectors: the weights
/// are read once for all of them, and each vector gets the bits that matVec gives it.
void matVecs(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
             std::size_t count, ThreadPool& pool);

/// Computes Y[tokens, rows] = X[tokens, columns] * W^T, both row-major with the given strides (in floats).
/// Each output is one sum over columns in a fixed order: bits depend neither on threads nor on the number of tokens.
/// With Isa::Amx, the numbers are split into three parts of bf16, and products of parts below 2^-24 are left out.
void matMul(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
            std::size_t tokens, ThreadPool& pool);

/// Computes the same from weights and X that are rounded to bf16 (nearest even), in sums of f32: faster where the
/// processor multiplies pairs of bf16 (AVX-512 BF16, AMX), elsewhere slower than matMul. Subnormal numbers may count
/// as zero.
void matMulBf16(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
                std::size_t tokens, ThreadPool& pool);

/// Returns true if the instruction set in use multiplies pairs of bf16. Bits of matMulBf16 depend on it, too.
[[nodiscard]] bool multipliesBf16() noexcept;

/// Computes C[m, n] = A[m, k] * B[k, n], all f32 row-major with strides; single-threaded (for use inside a parallel
/// body).
void matMulPlain(const float* a, std::size_t aStride, const float* b, std::size_t bStride, float* c,
                 std::size_t cStride, std::size_t m, std::size_t n, std::size_t k);
/// Computes C[m, n] = A[m, k] * B[n, k]^T, likewise.
void matMulTransposed(const float* a, std::size_t aStride, const float* b, std::size_t bStride, float* c,
                      std::size_t cStride, std::size_t m, std::size_t n, std::size_t k);

/// Reads one row, widened or decoded exactly.
void readRow(const Weights& weights, std::size_t row, float* target);
/// Widens `count` numbers exactly.
void widen(const void* source, Dtype dtype, float* target, std::size_t count);
/// Rounds `count` numbers to nearest even (F32: copies them).
void narrow(const float* source, Dtype dtype, void* target, std::size_t count);

}  // namespace kvw
