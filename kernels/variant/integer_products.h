// SPDX-License-Identifier: Apache-2.0
/// Products of quantised blocks with vectors that are split into bytes, for processors that multiply bytes; internal to
/// kernels/.
///
/// A vector is rounded to integers of 24 bits, with a step for 32 columns: 6e-8 of their largest number, about what a
/// sum in f32 rounds, too. Each integer is three signed bytes, so its products with the small numbers of a block are
/// sums of integers and exact; scales and offsets are applied to these sums.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/linear.h"

namespace kvw {

/// 64 columns of a split vector.
struct SplitGroup {
    std::int8_t high[64], middle[64], low[64];  ///< (high * 256 + middle) * 256 + low, in steps
    std::int32_t sums[16];                      ///< of four columns each, in steps
};
/// 256 columns of a split vector; columns behind its end are zero.
struct alignas(64) SplitVector {
    static constexpr std::size_t kColumns = 256;
    SplitGroup groups[4];
    float steps[8];  ///< of 32 columns each
    float sums[8];   ///< of 32 columns each, in steps
};

struct IntegerProducts {
    /// Returns true if `multiply` takes matrices of the type.
    bool (*takes)(BlockType type);
    /// Splits `columns` numbers into that many of SplitVector, rounded up. A step is NaN if a number is not finite.
    void (*split)(const float* x, std::size_t columns, SplitVector* target);
    /// Computes columns [first, last) of Y = X W^T for `count` split vectors, which lie one after the other. The bits
    /// of a product do not depend on `count`.
    void (*multiply)(const Weights& weights, const SplitVector* x, float* y, std::size_t yStride, std::size_t count,
                     std::size_t first, std::size_t last);
};

#ifdef KVW_KERNELS_X86
extern const IntegerProducts kAvx512IntegerProducts;
#endif

}  // namespace kvw
