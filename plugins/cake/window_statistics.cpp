// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/window_statistics.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/policy/sdk/select.h"

namespace kvw::cake {
namespace {

constexpr double kInsideLogarithm = 1e-10;
constexpr std::int64_t kNumbersAtOnce = std::int64_t{1} << 20U;

std::int64_t heads_at_once(const at::Tensor& rows) {
    return std::max<std::int64_t>(1, kNumbersAtOnce / std::max<std::int64_t>(1, rows.size(2) * rows.size(3)));
}

/// Unbiased variance over the rows; [1, heads, slots].
at::Tensor variance(const at::Tensor& rows, const at::Tensor& mean) {
    return sdk::sum_in_order(rows.sub(mean.unsqueeze(2)).square_(), 2).div_(static_cast<double>(rows.size(2) - 1));
}

at::Tensor mean_of(const at::Tensor& rows) {
    return sdk::sum_in_order(rows, 2).div(static_cast<double>(rows.size(2)));
}

}  // namespace

double WindowStatistics::preference(double tau1, double tau2) const {
    return std::pow(entropy, 1.0 / tau1) * std::pow(variance, 1.0 / tau2);
}

WindowStatistics window_statistics(const at::Tensor& rows, const at::Tensor& prefix) {
    const std::int64_t group = rows.size(1) / prefix.size(1);
    const at::Tensor outside = prefix.logical_not().repeat_interleave(group, 1).unsqueeze(2);
    at::Tensor sums = at::zeros({2}, rows.options().dtype(at::kDouble));
    const std::int64_t block = heads_at_once(rows);
    for (std::int64_t head = 0; head < rows.size(1); head += block) {
        const std::int64_t heads = std::min(block, rows.size(1) - head);
        const at::Tensor wide =
            rows.narrow(1, head, heads).to(at::kDouble).masked_fill_(outside.narrow(1, head, heads), 0);
        sums[0].sub_(wide.add(kInsideLogarithm).log_().mul_(wide).sum());
        if (rows.size(2) > 1) {
            sums[1].add_(variance(wide, mean_of(wide)).sum());
        }
    }
    const at::Tensor host = sums.cpu();
    // One-hot rows give ln(1 + 1e-10) > 0; NaN must stay NaN.
    const double entropy = host[0].item<double>();
    return {entropy < 0 ? 0.0 : entropy, host[1].item<double>()};
}

at::Tensor indicator(const at::Tensor& rows, double gamma) {
    if (rows.size(2) == 1) {
        return rows.select(2, 0);
    }
    std::vector<at::Tensor> parts;
    for (const at::Tensor& block : rows.split(heads_at_once(rows), 1)) {
        const at::Tensor wide = block.to(at::kDouble);
        const at::Tensor mean = mean_of(wide);
        parts.push_back(mean.add(variance(wide, mean), gamma));
    }
    return at::cat(parts, 1);
}

}  // namespace kvw::cake
