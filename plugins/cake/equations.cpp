// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/equations.h"

#include <cmath>
#include <string>

#include "core/policy/sdk/memo.h"

namespace kvw::cake {
namespace {

/// Returns H and V; `w` is the number of rows.
constexpr sdk::OncePerPrompt dispersion_and_shift("window statistics", [](const sdk::RowWindow& a, std::int64_t /*w*/) {
    return at::tensor({spatial_dispersion(a), temporal_shift(a)}, at::TensorOptions(at::kDouble));
});

}  // namespace

double spatial_dispersion(const sdk::RowWindow& a) {
    return a.entropy(1e-10);
}

double temporal_shift(const sdk::RowWindow& a) {
    return a.varianceSum();
}

double layer_preference(const sdk::RowWindow& a, double tau1, double tau2) {
    const at::Tensor measured = dispersion_and_shift(a, a.size());
    const auto h = measured[0].item<double>(), v = measured[1].item<double>();
    return std::pow(h, 1.0 / tau1) * std::pow(v, 1.0 / tau2);
}

Indicator indicator_of(const sdk::Parameters& parameters) {
    const std::string& word = parameters.text("indicator");
    return word == "mean"       ? Indicator::Mean
           : word == "variance" ? Indicator::Variance
           : word == "product"  ? Indicator::Product
                                : Indicator::Sum;
}

at::Tensor eviction_indicator(const at::Tensor& mean, const at::Tensor& variance, double gamma, Indicator form) {
    switch (form) {
        case Indicator::Mean:
            return mean;
        case Indicator::Variance:
            return variance;
        case Indicator::Product:
            return mean.mul(variance);
        case Indicator::Sum:
            break;
    }
    return mean.add(variance, gamma);
}

at::Tensor pooled_indicator(const sdk::RowWindow& a, const at::Tensor& range, std::int64_t kernel, double gamma,
                            Indicator form) {
    const at::Tensor indicator =
        a.size() == 1 ? a.rows().select(2, 0) : eviction_indicator(a.mean(), a.variance(), gamma, form);
    const at::Tensor pooled = sdk::pool_by_position(a.seen(), indicator, range, kernel, sdk::Pool::Average);
    return sdk::reduce_heads(a.seen(), pooled, sdk::Reduce::Mean);
}

}  // namespace kvw::cake
