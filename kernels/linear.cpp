// SPDX-License-Identifier: Apache-2.0
#include "kernels/linear.h"

#include <algorithm>

#include "kernels/half.h"
#include "kernels/thread_pool.h"
#include "kernels/variant/table.h"

namespace kvw {
namespace {

/// Less than this is read faster by one thread than it takes to hand it to another.
constexpr std::size_t kBytesPerShare = std::size_t{32} * 1024;

}  // namespace

void matVec(const Weights& weights, const float* x, float* y, ThreadPool& pool) {
    const KernelTable& kernels = activeKernels();
    const std::size_t rowBytes = std::max<std::size_t>(weights.columns * bytesOf(weights.dtype), 1);
    pool.parallelFor(weights.rows, kBytesPerShare / rowBytes + 1,
                     [&](std::size_t first, std::size_t last) { kernels.matVecRows(weights, x, y, first, last); });
}

void matVecs(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
             std::size_t count, ThreadPool& pool) {
    if (count == 1) {
        matVec(weights, x, y, pool);
        return;
    }
    const KernelTable& kernels = activeKernels();
    const std::size_t rowBytes = std::max<std::size_t>(weights.columns * bytesOf(weights.dtype) * count, 1);
    pool.parallelFor(weights.rows, kBytesPerShare / rowBytes + 1, [&](std::size_t first, std::size_t last) {
        kernels.matVecsRows(weights, x, xStride, y, yStride, count, first, last);
    });
}

void matMul(const Weights& weights, const float* x, std::size_t xStride, float* y, std::size_t yStride,
            std::size_t tokens, ThreadPool& pool) {
    const KernelTable& kernels = activeKernels();
    pool.parallelFor(weights.rows, kPanelColumns, [&](std::size_t first, std::size_t last) {
        kernels.matMulPanels(weights, weights.columns, x, xStride, y, yStride, tokens, first, last);
    });
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

void widen(const void* source, Dtype dtype, float* target, std::size_t count) {
    activeKernels().widen(source, dtype, target, count);
}

void narrow(const float* source, Dtype dtype, void* target, std::size_t count) {
    if (dtype == Dtype::F32) {
        std::copy_n(source, count, static_cast<float*>(target));  // nothing of nowhere is allowed
        return;
    }
    auto* bits = static_cast<std::uint16_t*>(target);
    for (std::size_t i = 0; i < count; ++i) {
        bits[i] = dtype == Dtype::BF16 ? narrowBf16(source[i]) : narrowF16(source[i]);
    }
}

}  // namespace kvw
