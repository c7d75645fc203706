// SPDX-License-Identifier: Apache-2.0
/// How unequal attention is (POLICIES.md, section 6).
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "core/policy/sdk/observation.h"

namespace kvw::adap {

/// G = sum_i (2i - n - 1) a_(i) / (n sum a), a ascending, i from 1; 0 where the sum is 0. values [rows, m] hold in each
/// row counts[row] = n entries of at least 0 in any order and zeros elsewhere. -> [rows] f64, on the device of values.
[[nodiscard]] at::Tensor gini(const at::Tensor& values, const std::vector<std::int64_t>& counts);

/// Mean over the query heads of the last `window` rows of a layer of the prompt over the tokens before them; 0 < window
/// < S. -> [window, S - window] f64, columns in token order.
[[nodiscard]] at::Tensor prefix_attention(const sdk::Observation& layer, std::int64_t window);

/// G of prefix_attention, flattened; 0 for a window of 0. Reads one number back.
[[nodiscard]] double prefix_gini(const sdk::Observation& layer, std::int64_t window);

}  // namespace kvw::adap
