// SPDX-License-Identifier: Apache-2.0
/// How unequal attention is (POLICIES.md, section 6).
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::adap {

/// How it is measured: 0 where all tokens get the same, towards 1 where one gets all.
enum class Metric : std::uint8_t { Gini, Entropy };
/// Of the parameter `metric`.
[[nodiscard]] Metric metric_of(const sdk::Parameters& parameters);

/// G = sum_i (2i - n - 1) a_(i) / (n sum a), a ascending, i from 1; 0 where the sum is 0. values [rows, m] hold in each
/// row counts[row] = n entries of at least 0 in any order and zeros elsewhere. -> [rows] f64, on the device of values.
[[nodiscard]] at::Tensor gini(const at::Tensor& values, const std::vector<std::int64_t>& counts);

/// E = 1 + sum_i p_i ln p_i / ln n, p = a / sum a; 0 for one entry and where the sum is 0. Otherwise as gini.
[[nodiscard]] at::Tensor entropy_gap(const at::Tensor& values, const std::vector<std::int64_t>& counts);
[[nodiscard]] at::Tensor inequality(const at::Tensor& values, const std::vector<std::int64_t>& counts, Metric metric);

/// Mean over the query heads of the last `window` rows of a layer of the prompt over the tokens before them; 0 < window
/// < S. -> [window, S - window] f64, columns in token order.
[[nodiscard]] at::Tensor prefix_attention(const sdk::Observation& layer, std::int64_t window);

/// Inequality of prefix_attention, flattened; 0 for a window of 0. Reads one number back.
[[nodiscard]] double prefix_inequality(const sdk::Observation& layer, std::int64_t window, Metric metric);

}  // namespace kvw::adap
