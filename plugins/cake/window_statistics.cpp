// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/window_statistics.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/policy/kit/cpu/versions.h"
#include "core/policy/kit/select.h"
#include "core/policy/sdk/memo.h"
#include "plugins/cake/window_entropy.h"

namespace kvw::cake {
namespace {

constexpr double kInsideLogarithm = 1e-10;
/// Numbers converted at a time, few enough that temporaries stay in the cache and reuse allocated memory.
constexpr std::int64_t kNumbersAtOnce = std::int64_t{1} << 16U;

std::int64_t heads_at_once(const at::Tensor& rows) {
    return std::max<std::int64_t>(1, kNumbersAtOnce / std::max<std::int64_t>(1, rows.size(2) * rows.size(3)));
}

/// Returns the unbiased variance over the rows, [1, heads, slots].
at::Tensor variance(const at::Tensor& rows, const at::Tensor& mean) {
    return sdk::sum_in_order(rows.sub(mean.unsqueeze(2)).square_(), 2).div_(static_cast<double>(rows.size(2) - 1));
}

at::Tensor mean_of(const at::Tensor& rows) {
    return sdk::sum_in_order(rows, 2).div(static_cast<double>(rows.size(2)));
}

/// Slots of a head processed at a time, few enough that their rows stay in the L1 cache.
constexpr std::int64_t kSlotsAtOnce = 64;

/// Sums w rows of n numbers in place into the first row, by the same halving as sum_in_order.
inline __attribute__((always_inline)) void sum_rows(double* rows, std::int64_t w, std::int64_t n) {
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

/// Computes the moments of n <= kSlotsAtOnce columns over the w rows of a head, which are `apart` elements apart. wide
/// and work hold w n numbers.
KVW_VERSIONS void moments_of_columns(const float* rows, std::int64_t apart, std::int64_t w, std::int64_t n,
                                     double* __restrict wide, double* __restrict work, double* __restrict mean,
                                     double* __restrict variance) {
    const auto count = static_cast<double>(w), degrees = static_cast<double>(w - 1);
    for (std::int64_t r = 0; r < w; ++r) {
        for (std::int64_t i = 0; i < n; ++i) {
            work[r * n + i] = wide[r * n + i] = static_cast<double>(rows[r * apart + i]);
        }
    }
    sum_rows(work, w, n);
    for (std::int64_t i = 0; i < n; ++i) {
        mean[i] = work[i] / count;
    }
    for (std::int64_t r = 0; r < w; ++r) {
        for (std::int64_t i = 0; i < n; ++i) {
            const double off = wide[r * n + i] - mean[i];
            work[r * n + i] = off * off;
        }
    }
    sum_rows(work, w, n);
    for (std::int64_t i = 0; i < n; ++i) {
        variance[i] = work[i] / degrees;
    }
}

WindowMoments moments_on_host(const at::Tensor& rows, sdk::Workers* workers) {
    const std::int64_t heads = rows.size(1), w = rows.size(2), slots = rows.size(3);
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
                moments_of_columns(head + first, rows.stride(2), w, std::min(kSlotsAtOnce, slots - first), wide.data(),
                                   work.data(), means + at * slots + first, variances + at * slots + first);
            }
        }
    });
    return moments;
}

/// Tells whether rows are f32 in CPU memory with contiguous slots.
bool on_host(const at::Tensor& rows) {
    return rows.is_cpu() && rows.scalar_type() == at::kFloat && (rows.size(3) <= 1 || rows.stride(3) == 1);
}

/// Clamps an entropy below 0 to 0: one-hot rows give -ln(1 + 1e-10) < 0. NaN stays NaN.
double positive(double entropy) {
    return entropy < 0 ? 0.0 : entropy;
}

/// Returns the number of prefix slots if they are the first ones of every unit, as in a prompt with slots in token
/// order; -1 if they are not, or not in CPU memory.
std::int64_t leading(const at::Tensor& prefix) {
    if (!prefix.is_cpu() || prefix.size(-1) == 0) {
        return -1;
    }
    const at::Tensor rows = prefix.contiguous();
    const bool* row = rows.const_data_ptr<bool>();
    const std::int64_t slots = prefix.size(-1);
    const std::int64_t n = std::find(row, row + slots, false) - row;
    for (std::int64_t unit = 0; unit < rows.numel() / slots; ++unit, row += slots) {
        if (std::find(row, row + n, false) != row + n || std::find(row + n, row + slots, true) != row + slots) {
            return -1;
        }
    }
    return n;
}

}  // namespace

double WindowStatistics::preference(double tau1, double tau2) const {
    return std::pow(entropy, 1.0 / tau1) * std::pow(variance, 1.0 / tau2);
}

WindowMoments window_moments(const at::Tensor& rows, sdk::Workers* workers, sdk::Where where) {
    if (rows.size(2) == 1) {
        return {};
    }
    if (where == sdk::Where::Anywhere && on_host(rows)) {
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

WindowStatistics window_statistics(const at::Tensor& rows, const WindowMoments& moments, const at::Tensor& prefix,
                                   sdk::Workers* workers, sdk::Memo* memo, sdk::Where where) {
    // Slots outside the prefix are left out or set to zero: 0 ln(1e-10) and the variance of zeros add nothing.
    const std::int64_t n = leading(prefix);
    if (n >= 0 && where == sdk::Where::Anywhere && on_host(rows)) {
        const double variance = rows.size(2) > 1 ? moments.variance.narrow(2, 0, n).sum().item<double>() : 0.0;
        return {positive(entropy_on_host(rows, n, kInsideLogarithm, workers, memo)), variance};
    }
    const at::Tensor within = n < 0 ? rows : rows.narrow(3, 0, n);
    const at::Tensor outside =
        n < 0 ? prefix.logical_not().repeat_interleave(rows.size(1) / prefix.size(1), 1) : at::Tensor();
    at::Tensor sums = at::zeros({2}, rows.options().dtype(at::kDouble));
    const std::int64_t block = heads_at_once(within);
    for (std::int64_t head = 0; head < rows.size(1); head += block) {
        const std::int64_t heads = std::min(block, rows.size(1) - head);
        at::Tensor wide = within.narrow(1, head, heads).to(at::kDouble);
        if (outside.defined()) {
            wide.masked_fill_(outside.narrow(1, head, heads).unsqueeze(2), 0);
        }
        sums[0].sub_(wide.add(kInsideLogarithm).log_().mul_(wide).sum());
        if (rows.size(2) > 1) {
            const at::Tensor variances = moments.variance.narrow(1, head, heads);
            sums[1].add_((outside.defined() ? variances.masked_fill(outside.narrow(1, head, heads), 0)
                                            : variances.narrow(2, 0, n))
                             .sum());
        }
    }
    const at::Tensor host = sums.cpu();
    return {positive(host[0].item<double>()), host[1].item<double>()};
}

WindowStatistics prompt_statistics(const sdk::Observation& layer, const at::Tensor& rows,
                                   const std::function<WindowMoments()>& moments) {
    const std::int64_t window = rows.size(2);
    const at::Tensor both = sdk::memoized(layer, sdk::measure_name("window statistics", window), [&] {
        const at::Tensor prefix = layer.valid().logical_and_(layer.tokens.lt(layer.seen - window));
        const WindowStatistics statistics = window_statistics(rows, moments(), prefix, layer.workers, layer.memo);
        return at::tensor({statistics.entropy, statistics.variance}, at::TensorOptions(at::kDouble));
    });
    return {both[0].item<double>(), both[1].item<double>()};
}

Indicator indicator_of(const sdk::Parameters& parameters) {
    const std::string& word = parameters.text("indicator");
    return word == "mean"       ? Indicator::Mean
           : word == "variance" ? Indicator::Variance
           : word == "product"  ? Indicator::Product
                                : Indicator::Sum;
}

at::Tensor combined(const WindowMoments& moments, Indicator kind, double gamma) {
    switch (kind) {
        case Indicator::Mean:
            return moments.mean;
        case Indicator::Variance:
            return moments.variance;
        case Indicator::Product:
            return moments.mean.mul(moments.variance);
        case Indicator::Sum:
            break;
    }
    return moments.mean.add(moments.variance, gamma);
}

at::Tensor indicator(const at::Tensor& rows, const WindowMoments& moments, double gamma, Indicator kind) {
    return rows.size(2) == 1 ? rows.select(2, 0) : combined(moments, kind, gamma);
}

}  // namespace kvw::cake
