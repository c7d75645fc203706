// SPDX-License-Identifier: Apache-2.0
#include "plugins/adap-kv/gini.h"

#include <ATen/ATen.h>

#include "core/policy/kit/ascending.h"
#include "core/policy/kit/row_window.h"
#include "core/policy/sdk/memo.h"

namespace kvw::adap {
namespace {

constexpr sdk::OncePerPrompt inequality_of_prefix("prefix inequality", [](const sdk::Observation& layer,
                                                                          std::int64_t window, Metric metric) {
    const at::Tensor flat = sdk::RowWindow(layer, window).headMean().reshape({1, -1});
    return inequality(flat, {flat.numel()}, metric);
});

}  // namespace

at::Tensor gini(const at::Tensor& values, const std::vector<std::int64_t>& counts) {
    const std::int64_t width = values.size(-1);
    const at::Tensor sorted = sdk::ascending(values);
    const at::Tensor n =
        at::tensor(counts, at::TensorOptions(at::kLong)).to(values.device(), at::kDouble).unsqueeze(-1);
    // Zeros that are no entries sort first and add nothing; entry i stands n - i places before the end.
    const at::Tensor place = at::arange(1 - width, 1, sorted.options()).add(n);
    const at::Tensor weighted = place.mul_(2).sub_(n).sub_(1).mul_(sorted).sum(-1);
    const at::Tensor total = sorted.sum(-1);
    return at::where(total.gt(0), weighted.div(total.mul(n.squeeze(-1))).clamp_min_(0), at::zeros_like(total));
}

at::Tensor entropy_gap(const at::Tensor& values, const std::vector<std::int64_t>& counts) {
    const at::Tensor wide = values.to(at::kDouble);
    const at::Tensor n =
        at::tensor(counts, at::TensorOptions(at::kLong)).to(values.device(), at::kDouble).clamp_min_(1);
    const at::Tensor total = wide.sum(-1, /*keepdim=*/true);
    const at::Tensor shares = wide.div(at::where(total.gt(0), total, at::ones_like(total)));
    const at::Tensor most = n.log();
    const at::Tensor gap = at::xlogy(shares, shares).sum(-1).div_(most).add_(1).clamp_min_(0);
    return at::where(total.squeeze(-1).gt(0).logical_and_(most.gt(0)), gap, at::zeros_like(gap));
}

at::Tensor inequality(const at::Tensor& values, const std::vector<std::int64_t>& counts, Metric metric) {
    return metric == Metric::Entropy ? entropy_gap(values, counts) : gini(values, counts);
}

Metric metric_of(const sdk::Parameters& parameters) {
    return parameters.text("metric") == "entropy" ? Metric::Entropy : Metric::Gini;
}

double prefix_inequality(const sdk::Observation& layer, std::int64_t window, Metric metric) {
    if (window <= 0) {
        return 0;
    }
    return inequality_of_prefix(layer, window, metric).item<double>();
}

}  // namespace kvw::adap
