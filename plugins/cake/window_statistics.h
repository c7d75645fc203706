// SPDX-License-Identifier: Apache-2.0
/// What CAKE reads from the last attention rows of a layer (POLICIES.md, 5.1 and 5.2). In double, head by head, so that
/// the temporaries stay small beside the rows.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>

#include "core/policy/sdk/memo.h"
#include "core/policy/sdk/parameters.h"
#include "core/policy/sdk/select.h"
#include "core/policy/sdk/workers.h"

namespace kvw::cake {

/// How attention over the prefix is dispersed in space and shifts in time, summed over the query heads of a layer.
struct WindowStatistics {
    double entropy = 0;   ///< H = -sum A ln(A + 1e-10) over heads, rows and prefix; at least 0
    double variance = 0;  ///< V = sum over heads and prefix of the unbiased variance over the rows; 0 for one row

    /// P = H^(1/tau1) V^(1/tau2).
    [[nodiscard]] double preference(double tau1, double tau2) const;
};

/// Mean and unbiased variance over the rows, in double, [layers, query_heads, slots]; of one row nothing. Equal columns
/// give equal values.
struct WindowMoments {
    at::Tensor mean, variance;
};
/// rows [layers, query_heads, w, slots]. In CPU memory the heads are shared among
/// `workers`, with the bits of the tensor operations.
[[nodiscard]] WindowMoments window_moments(const at::Tensor& rows, sdk::Workers* workers = nullptr,
                                           sdk::Where where = sdk::Where::Anywhere);

/// rows [1, query_heads, w, slots] and their moments; prefix bool [1, units, slots]: the slots that count. Reads two
/// numbers back. Where the rows lie in CPU memory and the prefix comes first, they are shared among `workers`; the
/// tensor operations differ from that by their order of sums and the last bit of a logarithm. `memo`: as
/// entropy_on_host.
[[nodiscard]] WindowStatistics window_statistics(const at::Tensor& rows, const WindowMoments& moments,
                                                 const at::Tensor& prefix, sdk::Workers* workers = nullptr,
                                                 sdk::Memo* memo = nullptr, sdk::Where where = sdk::Where::Anywhere);

/// The same of a layer of the prompt, whose last w rows these are and whose prefix is what lies before them: measured
/// once per prompt. `moments` is asked where it is not known yet.
[[nodiscard]] WindowStatistics prompt_statistics(const sdk::Observation& layer, const at::Tensor& rows,
                                                 const std::function<WindowMoments()>& moments);

/// What a token counts for.
enum class Indicator : std::uint8_t { Sum, Mean, Variance, Product };
/// Of the parameter `indicator`.
[[nodiscard]] Indicator indicator_of(const sdk::Parameters& parameters);

/// mean + gamma var, or the one that `kind` names.
[[nodiscard]] at::Tensor combined(const WindowMoments& moments, Indicator kind, double gamma);
/// The same over the rows; the row itself, in single precision, where there is one.
[[nodiscard]] at::Tensor indicator(const at::Tensor& rows, const WindowMoments& moments, double gamma,
                                   Indicator kind = Indicator::Sum);

}  // namespace kvw::cake
