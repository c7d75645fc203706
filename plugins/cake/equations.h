// SPDX-License-Identifier: Apache-2.0
/// Equations of CAKE about one layer (POLICIES.md, 5.1 and 5.2; numbers as there), for the attention A of its last w
/// queries: A[h, i, j] is the weight that query head h of query i gives to token j.
#pragma once

#include "core/policy/kit/row_window.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::cake {

/// 5.1, H = -sum_{h,i,j} A ln(A + 1e-10) over the prefix: dispersion of the attention in space.
[[nodiscard]] double spatial_dispersion(const sdk::RowWindow& a);
/// 5.1, V = sum_{h,j} var_i A over the prefix: shift of the attention over time.
[[nodiscard]] double temporal_shift(const sdk::RowWindow& a);
/// 5.1, P = H^(1/tau1) V^(1/tau2): preference of the layer.
[[nodiscard]] double layer_preference(const sdk::RowWindow& a, double tau1, double tau2);

/// Form of the eviction indicator, the parameter `indicator`.
enum class Indicator : std::uint8_t { Sum, Mean, Variance, Product };
[[nodiscard]] Indicator indicator_of(const sdk::Parameters& parameters);

/// 5.2, I = mean_i A + gamma var_i A, or what `form` names, from mean and variance.
[[nodiscard]] at::Tensor eviction_indicator(const at::Tensor& mean, const at::Tensor& variance, double gamma,
                                            Indicator form);
/// 5.2, score of a token per unit: I averaged over `kernel` neighbours in the range, then over the heads; of a single
/// row, I is the row.
[[nodiscard]] at::Tensor pooled_indicator(const sdk::RowWindow& a, const at::Tensor& range, std::int64_t kernel,
                                          double gamma, Indicator form);

}  // namespace kvw::cake
