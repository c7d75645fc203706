// SPDX-License-Identifier: Apache-2.0
/// What CAKE reads from the last attention rows of a layer (POLICIES.md, 5.1 and 5.2). In double, head by head, so that
/// the temporaries stay small beside the rows.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace kvw::cake {

/// How attention over the prefix is dispersed in space and shifts in time, summed over the query heads of a layer.
struct WindowStatistics {
    double entropy = 0;   ///< H = -sum A ln(A + 1e-10) over heads, rows and prefix; at least 0
    double variance = 0;  ///< V = sum over heads and prefix of the unbiased variance over the rows; 0 for one row

    /// P = H^(1/tau1) V^(1/tau2).
    [[nodiscard]] double preference(double tau1, double tau2) const;
};

/// rows [1, query_heads, w, slots]; prefix bool [1, units, slots]: the slots that count. Reads two numbers back.
[[nodiscard]] WindowStatistics window_statistics(const at::Tensor& rows, const at::Tensor& prefix);

/// mean_i A + gamma var_i A (unbiased) over the rows; the row itself where there is one.
/// rows [layers, query_heads, w, slots] -> [layers, query_heads, slots]; equal columns give equal values.
[[nodiscard]] at::Tensor indicator(const at::Tensor& rows, double gamma);

}  // namespace kvw::cake
