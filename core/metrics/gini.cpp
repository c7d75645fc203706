// SPDX-License-Identifier: Apache-2.0
#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/metrics/attention_shape.h"
#include "core/metrics/lorenz.h"

namespace kvw::metrics {

namespace {

/// Returns the sum of w_i values[i], w_i = first + i * step, as four interleaved sums because additions to one sum wait
/// for each other. Weights are whole numbers, so adding steps to them rounds nothing.
template <class T>
double weightedSum(std::span<const T> values, double first, double step) {
    constexpr std::size_t kSums = 4;
    double sums[kSums] = {};
    double weights[kSums] = {first, first + step, first + 2 * step, first + 3 * step};
    std::size_t i = 0;
    for (; i + kSums <= values.size(); i += kSums) {
        for (std::size_t j = 0; j < kSums; ++j) {
            sums[j] += weights[j] * static_cast<double>(values[i + j]);
            weights[j] += kSums * step;
        }
    }
    for (std::size_t j = 0; i < values.size(); ++i, ++j) {
        sums[0] += weights[j] * static_cast<double>(values[i]);
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Returns the sum; none if there are no values or the sum is not finite. This keeps NaN, which has no order, out of
/// the sort.
template <class T>
std::optional<double> sumOf(std::span<const T> values) {
    const double sum = weightedSum(values, 1, 0);
    return values.empty() || !std::isfinite(sum) ? std::nullopt : std::optional(sum);
}

constexpr unsigned kRadixBits = 11;

/// Sorts `keys` by three digits of kRadixBits bits; `scratch` is working memory.
void radixSort(std::vector<std::uint32_t>& keys, std::vector<std::uint32_t>& scratch) {
    std::array<std::uint32_t, std::size_t{1} << kRadixBits> next;
    scratch.resize(keys.size());
    for (unsigned shift = 0; shift < 3 * kRadixBits; shift += kRadixBits) {
        next.fill(0);
        for (const std::uint32_t key : keys) {
            ++next[(key >> shift) % next.size()];
        }
        std::uint32_t begin = 0;
        for (std::uint32_t& count : next) {
            begin += std::exchange(count, begin);
        }
        for (const std::uint32_t key : keys) {
            scratch[next[(key >> shift) % next.size()]++] = key;
        }
        keys.swap(scratch);
    }
}

constexpr std::size_t kRadixFrom = 512;  // numbers; for fewer, the counts of the radix sort take longer than a sort

void sortAscending(std::vector<double>& values, GiniScratch& /*scratch*/) {
    hwy::Sorter()(values.data(), values.size(), hwy::SortAscending());
}

void sortAscending(std::vector<float>& values, GiniScratch& scratch) {
    if (values.size() < kRadixFrom) {
        hwy::Sorter()(values.data(), values.size(), hwy::SortAscending());
        return;
    }
    // Bits of floats, as unsigned numbers, are in order if those of negative ones are inverted.
    constexpr std::uint32_t kSign = 0x8000'0000U;
    scratch.keys.resize(values.size());
    std::transform(values.begin(), values.end(), scratch.keys.begin(), [](float value) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        return (bits & kSign) != 0 ? ~bits : bits | kSign;
    });
    radixSort(scratch.keys, scratch.otherKeys);
    std::transform(scratch.keys.begin(), scratch.keys.end(), values.begin(),
                   [](std::uint32_t key) { return std::bit_cast<float>((key & kSign) != 0 ? key & ~kSign : ~key); });
}

/// Returns the Gini; sorts `values`.
template <class T>
std::optional<double> giniOf(std::vector<T>& values, GiniScratch& scratch) {
    const auto sum = sumOf(std::span<const T>(values));
    if (!sum || *sum == 0) {
        return sum;
    }
    sortAscending(values, scratch);
    const auto n = static_cast<double>(values.size());
    const double weighted = weightedSum(std::span<const T>(values), 1 - n, 2);
    return std::max(0.0, weighted / (n * *sum));
}

}  // namespace

std::optional<double> gini(std::span<const float> values, GiniScratch& scratch) {
    scratch.floats.assign(values.begin(), values.end());
    return giniOf(scratch.floats, scratch);
}

std::optional<double> gini(std::span<const double> values, GiniScratch& scratch) {
    scratch.doubles.assign(values.begin(), values.end());
    return giniOf(scratch.doubles, scratch);
}

std::vector<double> lorenz(std::span<const float> values, GiniScratch& scratch) {
    const auto sum = sumOf(values);
    if (!sum) {
        return {};
    }
    scratch.floats.assign(values.begin(), values.end());
    sortAscending(scratch.floats, scratch);
    std::vector<double> curve(values.size() + 1, 0.0);
    for (std::size_t k = 1; k < curve.size(); ++k) {
        curve[k] = *sum == 0 ? static_cast<double>(k) / static_cast<double>(values.size())
                             : curve[k - 1] + static_cast<double>(scratch.floats[k - 1]) / *sum;
    }
    // The running sum adds in another order than `sum` and may end a little off 1.
    curve.back() = 1;
    return curve;
}

}  // namespace kvw::metrics
