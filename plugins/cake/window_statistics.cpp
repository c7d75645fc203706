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
/// So that the temporaries stay in the cache, and in memory that the system has given already.
constexpr std::int64_t kNumbersAtOnce = std::int64_t{1} << 16U;

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

/// Slots of a head that are worked on at a time: their rows stay in the first cache.
constexpr std::int64_t kSlotsAtOnce = 64;

/// The sum of w rows of n numbers, in place, by the halving of sum_in_order; it ends in the first row.
void sum_rows(double* rows, std::int64_t w, std::int64_t n) {
    while (w > 1) {
        const std::int64_t half = w / 2;
        for (std::int64_t i = 0; i < half * n; ++i) {
            rows[i] += rows[half * n + i];
        }
        if (w % 2 != 0) {
            for (std::int64_t i = 0; i < n; ++i) {
                rows[i] += rows[2 * half * n + i];
            }
        }
        w = half;
    }
}

WindowMoments moments_on_host(const at::Tensor& rows, sdk::Workers* workers) {
    const std::int64_t heads = rows.size(1), w = rows.size(2), slots = rows.size(3);
    const auto count = static_cast<double>(w), degrees = static_cast<double>(w - 1);
    WindowMoments moments{at::empty({rows.size(0), heads, slots}, rows.options().dtype(at::kDouble)),
                          at::empty({rows.size(0), heads, slots}, rows.options().dtype(at::kDouble))};
    auto* const means = moments.mean.mutable_data_ptr<double>();
    auto* const variances = moments.variance.mutable_data_ptr<double>();
    const float* const data = rows.const_data_ptr<float>();
    const auto all = static_cast<std::size_t>(rows.size(0) * heads);
    sdk::in_shares(workers, all, 1, [&](std::size_t begin, std::size_t end) {
        std::vector<double> wide(static_cast<std::size_t>(w * kSlotsAtOnce)), work(wide.size());
        for (auto at = static_cast<std::int64_t>(begin); at < static_cast<std::int64_t>(end); ++at) {
            const float* const head = data + at / heads * rows.stride(0) + at % heads * rows.stride(1);
            for (std::int64_t first = 0; first < slots; first += kSlotsAtOnce) {
                const std::int64_t n = std::min(kSlotsAtOnce, slots - first);
                for (std::int64_t r = 0; r < w; ++r) {
                    std::copy_n(head + r * rows.stride(2) + first, n, wide.data() + r * n);
                }
                std::copy_n(wide.data(), w * n, work.data());
                sum_rows(work.data(), w, n);
                double* const mean = means + at * slots + first;
                for (std::int64_t i = 0; i < n; ++i) {
                    mean[i] = work[static_cast<std::size_t>(i)] / count;
                }
                for (std::int64_t r = 0; r < w; ++r) {
                    for (std::int64_t i = 0; i < n; ++i) {
                        const double off = wide[static_cast<std::size_t>(r * n + i)] - mean[i];
                        work[static_cast<std::size_t>(r * n + i)] = off * off;
                    }
                }
                sum_rows(work.data(), w, n);
                for (std::int64_t i = 0; i < n; ++i) {
                    variances[at * slots + first + i] = work[static_cast<std::size_t>(i)] / degrees;
                }
            }
        }
    });
    return moments;
}

}  // namespace

double WindowStatistics::preference(double tau1, double tau2) const {
    return std::pow(entropy, 1.0 / tau1) * std::pow(variance, 1.0 / tau2);
}

WindowMoments window_moments(const at::Tensor& rows, sdk::Workers* workers, sdk::Where where) {
    if (rows.size(2) == 1) {
        return {};
    }
    if (where == sdk::Where::Anywhere && rows.is_cpu() && rows.scalar_type() == at::kFloat && rows.size(2) > 1 &&
        (rows.size(3) <= 1 || rows.stride(3) == 1)) {
        return moments_on_host(rows, workers);
    }
    std::vector<at::Tensor> means, variances;
    for (const at::Tensor& block : rows.split(heads_at_once(rows), 1)) {
        const at::Tensor wide = block.to(at::kDouble);
        means.push_back(mean_of(wide));
        variances.push_back(variance(wide, means.back()));
    }
    return {at::cat(means, 1), at::cat(variances, 1)};
}

WindowStatistics window_statistics(const at::Tensor& rows, const WindowMoments& moments, const at::Tensor& prefix) {
    const std::int64_t group = rows.size(1) / prefix.size(1);
    const at::Tensor outside = prefix.logical_not().repeat_interleave(group, 1);
    at::Tensor sums = at::zeros({2}, rows.options().dtype(at::kDouble));
    const std::int64_t block = heads_at_once(rows);
    for (std::int64_t head = 0; head < rows.size(1); head += block) {
        const std::int64_t heads = std::min(block, rows.size(1) - head);
        const at::Tensor none = outside.narrow(1, head, heads);
        const at::Tensor wide = rows.narrow(1, head, heads).to(at::kDouble).masked_fill_(none.unsqueeze(2), 0);
        sums[0].sub_(wide.add(kInsideLogarithm).log_().mul_(wide).sum());
        if (rows.size(2) > 1) {
            sums[1].add_(moments.variance.narrow(1, head, heads).masked_fill(none, 0).sum());
        }
    }
    const at::Tensor host = sums.cpu();
    // One-hot rows give ln(1 + 1e-10) > 0; NaN must stay NaN.
    const double entropy = host[0].item<double>();
    return {entropy < 0 ? 0.0 : entropy, host[1].item<double>()};
}

at::Tensor indicator(const at::Tensor& rows, const WindowMoments& moments, double gamma) {
    return rows.size(2) == 1 ? rows.select(2, 0) : moments.mean.add(moments.variance, gamma);
}

}  // namespace kvw::cake
