// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/cpu/row_window_host.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <vector>

#include "core/policy/kit/cpu/versions.h"
#include "core/policy/sdk/memo.h"
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

/// Numbers per block, few enough to stay in the L1 cache.
constexpr std::int64_t kAtOnce = 256;
/// Rows per memo entry.
constexpr std::int64_t kRowsAsked = 16;
/// Independent partial sums per block, so that additions do not wait for each other.
constexpr std::int64_t kSums = 8;

/// ln 2 as a sum of two parts; the last bits of the first are zero, so that its multiples are exact.
constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
constexpr std::uint64_t kRootOfHalf = 0x3fe6a09e667f3bcd;
/// 2^52: an integer i below it, put into the mantissa bits of this number, gives 2^52 + i.
constexpr double kTwo52 = 4503599627370496.0;
constexpr std::int64_t kExponentBias = 1024;

/// Returns ln x = k ln 2 + ln m, with x = 2^k m and m in [sqrt(1/2), sqrt(2)); ln m = 2 artanh(s) as a series in
/// s = (m - 1) / (m + 1), |s| < 0.172.
inline __attribute__((always_inline)) double logarithm(double x) {
    const std::uint64_t above = std::bit_cast<std::uint64_t>(x) - kRootOfHalf + (std::uint64_t{kExponentBias} << 52U);
    const std::uint64_t biased = above >> 52U;
    const double k = std::bit_cast<double>(biased | std::bit_cast<std::uint64_t>(kTwo52)) - (kTwo52 + kExponentBias);
    const double m = std::bit_cast<double>((above & 0x000fffffffffffffU) + kRootOfHalf);
    const double f = m - 1;
    const double s = f / (m + 1);
    const double z = s * s, z2 = z * z, z4 = z2 * z2;
    // Parts of the polynomial that do not depend on each other, so that they are computed in parallel.
    const double low = (1.0 / 3 + z * (1.0 / 5)) + z2 * (1.0 / 7 + z * (1.0 / 9));
    const double mid = (1.0 / 11 + z * (1.0 / 13)) + z2 * (1.0 / 15 + z * (1.0 / 17));
    const double high = (1.0 / 19 + z * (1.0 / 21)) + z2 * (1.0 / 23);
    const double series = 2 * z * (low + z4 * (mid + z4 * high));
    // 2 s = f - s f, so that the leading term f is exact.
    return k * kLn2High + (f - (s * (f - series) - k * kLn2Low));
}

KVW_VERSIONS void logarithms(double* numbers, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) {
        numbers[i] = logarithm(numbers[i]);
    }
}

/// Returns sum A ln(A + epsilon) over n <= kAtOnce numbers; the missing numbers of the block count as zeros.
KVW_VERSIONS double block_sum(const float* row, std::int64_t n, double epsilon) {
    std::array<double, kAtOnce> terms;
    for (std::int64_t i = 0; i < n; ++i) {
        const auto a = static_cast<double>(row[i]);
        terms[static_cast<std::size_t>(i)] = a * logarithm(a + epsilon);
    }
    std::array<double, kSums> sums{};
    std::int64_t i = 0;
    for (; i + kSums <= n; i += kSums) {
        for (std::int64_t j = 0; j < kSums; ++j) {
            sums[static_cast<std::size_t>(j)] += terms[static_cast<std::size_t>(i + j)];
        }
    }
    for (; i < n; ++i) {
        sums[0] += terms[static_cast<std::size_t>(i)];
    }
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

struct Row {
    const float* data;
    std::int64_t slots;
};

/// Returns row i of all rows [layers, query_heads, w, slots].
Row row_of(const at::Tensor& rows, std::size_t i) {
    const auto at = static_cast<std::int64_t>(i);
    const std::int64_t heads = rows.size(1), w = rows.size(2);
    return {rows.const_data_ptr<float>() + at / (heads * w) * rows.stride(0) + at / w % heads * rows.stride(1) +
                at % w * rows.stride(2),
            rows.size(3)};
}

/// Writes the sums of the whole blocks of a row.
void block_sums(const Row& row, double epsilon, double* sums) {
    for (std::int64_t block = 0; block < row.slots / kAtOnce; ++block) {
        sums[block] = block_sum(row.data + block * kAtOnce, kAtOnce, epsilon);
    }
}

/// Returns the sum over a row; `known`: the sums of its whole blocks, or null.
double row_sum(const Row& row, double epsilon, const double* known) {
    double sum = 0;
    for (std::int64_t first = 0; first < row.slots; first += kAtOnce) {
        const std::int64_t n = std::min(kAtOnce, row.slots - first);
        sum += known != nullptr && n == kAtOnce ? known[first / kAtOnce] : block_sum(row.data + first, n, epsilon);
    }
    return sum;
}

/// Returns the entropy: the sums of all rows, added in order and negated. known(i): the sums of the whole blocks of row
/// i, or null.
template <class Known>
double entropy_of(const Observation& seen, const at::Tensor& rows, std::int64_t slots, double epsilon,
                  const Known& known) {
    std::vector<double> sums(static_cast<std::size_t>(rows.size(0) * rows.size(1) * rows.size(2)));
    in_shares(seen, sums.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            sums[i] = row_sum({row_of(rows, i).data, slots}, epsilon, known(i));
        }
    });
    return -std::accumulate(sums.begin(), sums.end(), 0.0);
}

struct LastRows {
    const Observation& seen;
    const at::Tensor& rows;
    explicit operator const Observation&() const { return seen; }
};

/// Returns the sums of the whole blocks of the kRowsAsked rows behind which `back` such groups follow, [query_heads,
/// rows, blocks]. Groups are counted from the last row, so that windows of different lengths share them.
constexpr OncePerPrompt sums_of_group("cake entropy blocks", [](const LastRows& of, std::int64_t back, double epsilon) {
    const at::Tensor rows = of.rows.narrow(2, of.rows.size(2) - (back + 1) * kRowsAsked, kRowsAsked);
    at::Tensor blocks =
        at::empty({rows.size(1), kRowsAsked, rows.size(3) / kAtOnce}, rows.options().dtype(at::kDouble));
    auto* const sums = blocks.mutable_data_ptr<double>();
    const auto each = static_cast<std::size_t>(blocks.size(2));
    in_shares(of.seen, static_cast<std::size_t>(rows.size(1) * kRowsAsked), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            block_sums(row_of(rows, i), epsilon, sums + i * each);
        }
    });
    return blocks;
});

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

void natural_logarithms(double* numbers, std::int64_t n) {
    logarithms(numbers, n);
}

double entropy_on_host(const Observation& seen, const at::Tensor& rows, std::int64_t slots, double epsilon) {
    if (seen.memo == nullptr || rows.size(0) != 1) {
        return entropy_of(seen, rows, slots, epsilon, [](std::size_t) { return nullptr; });
    }
    const std::int64_t w = rows.size(2), groups = w / kRowsAsked, before = w % kRowsAsked;
    std::vector<at::Tensor> blocks;
    for (std::int64_t back = groups; back-- > 0;) {
        blocks.push_back(sums_of_group(LastRows{seen, rows}, back, epsilon));
    }
    return entropy_of(seen, rows, slots, epsilon, [&](std::size_t i) -> const double* {
        const std::int64_t head = static_cast<std::int64_t>(i) / w, row = static_cast<std::int64_t>(i) % w - before;
        if (row < 0) {
            return nullptr;
        }
        const at::Tensor& group = blocks[static_cast<std::size_t>(row / kRowsAsked)];
        return group.const_data_ptr<double>() + (head * kRowsAsked + row % kRowsAsked) * group.size(2);
    });
}

}  // namespace kvw::sdk
