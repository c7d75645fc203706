// SPDX-License-Identifier: Apache-2.0
/// Fast sort of attention weights: the rows of a window are some hundred thousand numbers per layer, and a comparison
/// sort would take longer than computing the attention rows of the prompt.
#pragma once

#include <ATen/core/Tensor.h>

namespace kvw::sdk {

/// Returns each row of `values` [rows, m], numbers of at least 0, in ascending order as f64. In CPU memory by a radix
/// sort of the f64 bits, which order as the numbers do; elsewhere by torch.
[[nodiscard]] at::Tensor ascending(const at::Tensor& values);

}  // namespace kvw::sdk
