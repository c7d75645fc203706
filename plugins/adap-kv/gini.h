// SPDX-License-Identifier: Apache-2.0
/// Measures of the inequality of attention (POLICIES.md, section 6).
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::adap {

/// Measure of inequality: 0 if all tokens get the same attention, towards 1 if one gets all.
enum class Metric : std::uint8_t { Gini, Entropy };
/// Reads the parameter `metric`.
[[nodiscard]] Metric metric_of(const sdk::Parameters& parameters);

/// Gini coefficient G = sum_i (2i - n - 1) a_(i) / (n sum a), a ascending, i from 1; 0 if the sum is 0. Each row of
/// values [rows, m] holds counts[row] = n entries of at least 0 in any order, and zeros elsewhere. -> [rows] f64, on
/// the device of values.
[[nodiscard]] at::Tensor gini(const at::Tensor& values, const std::vector<std::int64_t>& counts);

/// Entropy gap E = 1 + sum_i p_i ln p_i / ln n, p = a / sum a; 0 for one entry and if the sum is 0. Otherwise as gini.
[[nodiscard]] at::Tensor entropy_gap(const at::Tensor& values, const std::vector<std::int64_t>& counts);
[[nodiscard]] at::Tensor inequality(const at::Tensor& values, const std::vector<std::int64_t>& counts, Metric metric);

/// Returns the inequality of the attention of the last `window` prompt rows to the tokens before them, averaged over
/// the query heads and flattened; 0 for a window of 0. Reads one number back from the device.
[[nodiscard]] double prefix_inequality(const sdk::Observation& layer, std::int64_t window, Metric metric);

}  // namespace kvw::adap
