// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/cpu/row_moments.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <vector>

#include "core/policy/kit/cpu/versions.h"
#include "core/policy/sdk/workers.h"

namespace kvw::sdk {
namespace {

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

KVW_VERSIONS void add_row(const float* row, std::int64_t columns, double* sum) {
    for (std::int64_t column = 0; column < columns; ++column) {
        sum[column] += static_cast<double>(row[column]);
    }
}

}  // namespace

at::Tensor head_mean_on_host(const at::Tensor& rows, std::int64_t columns) {
    const std::int64_t heads = rows.size(0), window = rows.size(1);
    at::Tensor mean = at::zeros({window, columns}, at::TensorOptions(at::kDouble));
    for (std::int64_t query = 0; query < window; ++query) {
        double* sum = mean.data_ptr<double>() + query * columns;
        for (std::int64_t head = 0; head < heads; ++head) {
            add_row(rows.const_data_ptr<float>() + head * rows.stride(0) + query * rows.stride(1), columns, sum);
        }
    }
    return mean.div_(static_cast<double>(heads));
}

RowMoments moments_on_host(const Observation& seen, const at::Tensor& rows) {
    const std::int64_t heads = rows.size(1), w = rows.size(2), slots = rows.size(3);
    RowMoments moments{at::empty({rows.size(0), heads, slots}, rows.options().dtype(at::kDouble)),
                       at::empty({rows.size(0), heads, slots}, rows.options().dtype(at::kDouble))};
    auto* const means = moments.mean.mutable_data_ptr<double>();
    auto* const variances = moments.variance.mutable_data_ptr<double>();
    const float* const data = rows.const_data_ptr<float>();
    const auto all = static_cast<std::size_t>(rows.size(0) * heads);
    in_shares(seen, all, 1, [&](std::size_t begin, std::size_t end) {
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

}  // namespace kvw::sdk
