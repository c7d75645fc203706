// SPDX-License-Identifier: Apache-2.0
/// Means and variances of attention rows in CPU memory, with the bits of the tensor operations of RowWindow.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "core/policy/sdk/observation.h"

namespace kvw::sdk {

/// Mean and unbiased variance over rows, f64 [layers, query_heads, slots].
struct RowMoments {
    at::Tensor mean, variance;
};
/// Returns the moments of rows [layers, query_heads, w, slots], w > 1, float32, contiguous in the slots. The heads are
/// shared among the workers of `seen`.
[[nodiscard]] RowMoments moments_on_host(const Observation& seen, const at::Tensor& rows);

/// Returns the mean over the heads of rows [heads, w, slots], as above, for the first `columns` slots: [w, columns]
/// f64. One row at a time, which stays in the L1 cache, without copies per head.
[[nodiscard]] at::Tensor head_mean_on_host(const at::Tensor& rows, std::int64_t columns);

}  // namespace kvw::sdk
