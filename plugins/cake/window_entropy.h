// SPDX-License-Identifier: Apache-2.0
/// The entropy of attention rows in CPU memory, without the passes and temporaries of tensor operations.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "core/policy/sdk/memo.h"
#include "core/policy/sdk/workers.h"

namespace kvw::cake {

/// -sum A ln(A + epsilon) in double over the first `slots` of rows [layers, query_heads, w, slots], float32, slots one
/// after the other, A in [0, 1]; NaN stays NaN. The rows are shared among `workers`. `memo`: of the layer of a prompt
/// whose last w rows these are; what earlier questions have summed of them, whatever their w, is not summed again. The
/// bits depend on neither.
[[nodiscard]] double entropy_on_host(const at::Tensor& rows, std::int64_t slots, double epsilon, sdk::Workers* workers,
                                     sdk::Memo* memo = nullptr);

/// ln of n positive normal numbers, in place, to 2 units in the last place; the same bits on every processor.
void natural_logarithms(double* numbers, std::int64_t n);

}  // namespace kvw::cake
