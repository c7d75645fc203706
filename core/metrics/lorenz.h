// SPDX-License-Identifier: Apache-2.0
/// Lorenz curve of attention rows, the curve that their Gini summarises.
#pragma once

#include "core/metrics/attention_shape.h"

namespace kvw::metrics {

/// Lorenz curve of n >= 1 non-negative numbers: L_k = (sum of the k smallest) / sum a, k = 0 ... n, over the share k /
/// n of the entries. 1 - 2 * the area under its polygon is `gini`. Sum a = 0: the diagonal. An empty result: undefined.
[[nodiscard]] std::vector<double> lorenz(std::span<const float> values, GiniScratch& scratch);

}  // namespace kvw::metrics
