// SPDX-License-Identifier: Apache-2.0
/// Statistics of attention rows in CPU memory behind RowWindow, without the passes and temporaries of tensor
/// operations. Rows are float32, contiguous in the slots.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "core/policy/sdk/observation.h"

namespace kvw::sdk {

/// Mean and unbiased variance over rows, f64 [layers, query_heads, slots].
struct RowMoments {
    at::Tensor mean, variance;
};
/// Returns the moments of rows [layers, query_heads, w, slots], w > 1, with the bits of the tensor operations. The
/// heads are shared among the workers of `seen`.
[[nodiscard]] RowMoments moments_on_host(const Observation& seen, const at::Tensor& rows);

/// Returns the mean over the heads of rows [heads, w, slots] for the first `columns` slots, [w, columns] f64, with the
/// bits of the tensor operations. One row at a time, which stays in the L1 cache.
[[nodiscard]] at::Tensor head_mean_on_host(const at::Tensor& rows, std::int64_t columns);

/// Returns -sum A ln(A + epsilon) in double over the first `slots` of rows [layers, query_heads, w, slots], A in [0,
/// 1], the last w rows of `seen`; NaN stays NaN. The rows are shared among its workers, and sums of earlier calls for
/// the same prompt, with any w, are reused. The result is bitwise independent of both.
[[nodiscard]] double entropy_on_host(const Observation& seen, const at::Tensor& rows, std::int64_t slots,
                                     double epsilon);

/// Computes ln of n positive normal numbers in place, within 2 units in the last place; the same bits on every
/// processor.
void natural_logarithms(double* numbers, std::int64_t n);

}  // namespace kvw::sdk
