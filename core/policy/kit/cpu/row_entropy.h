// SPDX-License-Identifier: Apache-2.0
/// Entropy of attention rows in CPU memory, without the passes and temporaries of tensor operations.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "core/policy/sdk/observation.h"

namespace kvw::sdk {

/// Returns -sum A ln(A + epsilon) in double over the first `slots` of rows [layers, query_heads, w, slots], float32,
/// contiguous in the slots, A in [0, 1]; NaN stays NaN. The rows are the last w of `seen`. They are shared among its
/// workers, and sums of earlier calls for the same prompt, with any w, are reused. The result is bitwise independent of
/// both.
[[nodiscard]] double entropy_on_host(const Observation& seen, const at::Tensor& rows, std::int64_t slots,
                                     double epsilon);

/// Computes ln of n positive normal numbers in place, within 2 units in the last place; the same bits on every
/// processor.
void natural_logarithms(double* numbers, std::int64_t n);

}  // namespace kvw::sdk
