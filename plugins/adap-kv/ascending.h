// SPDX-License-Identifier: Apache-2.0
/// Sorting what Gini is taken of: the rows of a window are some hundred thousand numbers per layer, which a comparison
/// sort takes longer for than the prompt's rows take to compute.
#pragma once

#include <ATen/core/Tensor.h>

namespace kvw::adap {

/// Each row of `values` [rows, m], numbers of at least 0, in ascending order as f64. In CPU memory a radix sort by the
/// bits of f64, which have the order of the numbers; elsewhere torch's.
[[nodiscard]] at::Tensor ascending(const at::Tensor& values);

}  // namespace kvw::adap
