// SPDX-License-Identifier: Apache-2.0
/// CAKE's statistics of the last attention rows of a layer (POLICIES.md, 5.1 and 5.2). In double, head by head, so that
/// temporaries stay small compared with the rows.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>

#include "core/policy/kit/select.h"
#include "core/policy/sdk/memo.h"
#include "core/policy/sdk/parameters.h"
#include "core/policy/sdk/workers.h"

namespace kvw::cake {

/// Spatial dispersion (H) and temporal shift (V) of attention to the prefix, summed over the query heads of a layer.
struct WindowStatistics {
    double entropy = 0;   ///< H = -sum A ln(A + 1e-10) over heads, rows and prefix; at least 0
    double variance = 0;  ///< V = sum over heads and prefix of the unbiased variance over the rows; 0 for one row

    /// Returns P = H^(1/tau1) V^(1/tau2).
    [[nodiscard]] double preference(double tau1, double tau2) const;
};

/// Mean and unbiased variance over the rows, in double, [layers, query_heads, slots]; undefined for a single row. Equal
/// columns give equal values.
struct WindowMoments {
    at::Tensor mean, variance;
};
/// Returns the moments of rows [layers, query_heads, w, slots]. In CPU memory the heads are shared among `workers`,
/// with the same bits as the tensor operations.
[[nodiscard]] WindowMoments window_moments(const at::Tensor& rows, sdk::Workers* workers = nullptr,
                                           sdk::Where where = sdk::Where::Anywhere);

/// Returns the statistics of rows [1, query_heads, w, slots] with their moments; prefix bool [1, units, slots]: the
/// slots that count. Reads two numbers back from the device. If the rows lie in CPU memory and the prefix slots come
/// first, the rows are shared among `workers`; tensor operations differ from that in the order of sums and the last bit
/// of a logarithm. `memo`: as in entropy_on_host.
[[nodiscard]] WindowStatistics window_statistics(const at::Tensor& rows, const WindowMoments& moments,
                                                 const at::Tensor& prefix, sdk::Workers* workers = nullptr,
                                                 sdk::Memo* memo = nullptr, sdk::Where where = sdk::Where::Anywhere);

/// Returns the statistics of the last w rows of a prompt layer over the tokens before them, measured once per prompt.
/// `moments` is called only if they are not known yet.
[[nodiscard]] WindowStatistics prompt_statistics(const sdk::Observation& layer, const at::Tensor& rows,
                                                 const std::function<WindowMoments()>& moments);

/// Score of a token: mean + gamma var, mean, var, or mean var.
enum class Indicator : std::uint8_t { Sum, Mean, Variance, Product };
/// Reads the parameter `indicator`.
[[nodiscard]] Indicator indicator_of(const sdk::Parameters& parameters);

/// Returns the indicator of moments.
[[nodiscard]] at::Tensor combined(const WindowMoments& moments, Indicator kind, double gamma);
/// Returns the indicator of rows with their moments; for a single row, the row itself in single precision.
[[nodiscard]] at::Tensor indicator(const at::Tensor& rows, const WindowMoments& moments, double gamma,
                                   Indicator kind = Indicator::Sum);

}  // namespace kvw::cake
