// SPDX-License-Identifier: Apache-2.0
#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/finite.h"
#include "core/metrics/attention_shape.h"
#include "core/metrics/lorenz.h"
#include "core/metrics/wide.h"

namespace kvw::metrics {

namespace {

/// Sums that are added up side by side, because additions to one sum wait for each other.
constexpr std::size_t kSums = 16;

/// Returns the sum of w_i number(i), w_i = first + i * step. Weights are whole numbers, so adding steps to them rounds
/// nothing.
template <class Number>
inline __attribute__((always_inline)) double weightedSum(std::size_t count, double first, double step,
                                                         const Number& number) {
    double sums[kSums] = {};
    std::size_t i = 0;
    for (; i + kSums <= count; i += kSums) {
        const double weight = first + step * static_cast<double>(static_cast<std::int64_t>(i));
        for (std::size_t j = 0; j < kSums; ++j) {
            sums[j] += (weight + step * static_cast<double>(static_cast<std::int32_t>(j))) * number(i + j);
        }
    }
    for (std::size_t j = 0; i < count; ++i, ++j) {
        sums[j] += (first + step * static_cast<double>(static_cast<std::int64_t>(i))) * number(i);
    }
    double sum = 0;
    for (const double each : sums) {
        sum += each;
    }
    return sum;
}

KVW_WIDE double sumOfFloats(const float* values, std::size_t count) {
    return weightedSum(count, 1, 0, [values](std::size_t i) { return static_cast<double>(values[i]); });
}

KVW_WIDE double rankedSumOfFloats(const float* values, std::size_t count, double first) {
    return weightedSum(count, first, 2, [values](std::size_t i) { return static_cast<double>(values[i]); });
}

double plainSumOf(std::span<const float> values) {
    return sumOfFloats(values.data(), values.size());
}

double plainSumOf(std::span<const double> values) {
    return weightedSum(values.size(), 1, 0, [values](std::size_t i) { return values[i]; });
}

/// Returns the sum of (2i - n - 1) a_(i), i from 1, of ascending numbers.
double rankedSumOf(std::span<const float> ascending) {
    return rankedSumOfFloats(ascending.data(), ascending.size(), 1 - static_cast<double>(ascending.size()));
}

double rankedSumOf(std::span<const double> ascending) {
    return weightedSum(ascending.size(), 1 - static_cast<double>(ascending.size()), 2,
                       [ascending](std::size_t i) { return ascending[i]; });
}

/// Returns the sum; none if there are no values or the sum is not finite. This keeps NaN, which has no order, out of
/// the sort.
template <class T>
std::optional<double> sumOf(std::span<const T> values) {
    const double sum = plainSumOf(values);
    return values.empty() ? std::nullopt : ifFinite(sum);
}

/// Returns the values in ascending order, in `scratch`. This sort is half of what statistics of rows cost.
template <class T>
std::span<const T> sortAscending(std::span<const T> values, std::vector<T>& scratch) {
    scratch.assign(values.begin(), values.end());
    hwy::Sorter()(scratch.data(), scratch.size(), hwy::SortAscending());
    return scratch;
}

template <class T>
std::optional<double> giniOf(std::span<const T> values, std::vector<T>& scratch) {
    const auto sum = sumOf(values);
    if (!sum || *sum == 0) {
        return sum;
    }
    const double ranked = rankedSumOf(sortAscending(values, scratch));
    return std::max(0.0, ranked / (static_cast<double>(values.size()) * *sum));
}

}  // namespace

std::optional<double> gini(std::span<const float> values, GiniScratch& scratch) {
    return giniOf(values, scratch.floats);
}

std::optional<double> gini(std::span<const double> values, GiniScratch& scratch) {
    return giniOf(values, scratch.doubles);
}

std::vector<double> lorenz(std::span<const float> values, GiniScratch& scratch) {
    const auto sum = sumOf(values);
    if (!sum) {
        return {};
    }
    const std::span<const float> ascending = sortAscending(values, scratch.floats);
    std::vector<double> curve(values.size() + 1, 0.0);
    for (std::size_t k = 1; k < curve.size(); ++k) {
        curve[k] = *sum == 0 ? static_cast<double>(k) / static_cast<double>(values.size())
                             : curve[k - 1] + static_cast<double>(ascending[k - 1]) / *sum;
    }
    // The running sum adds in another order than `sum` and may end a little off 1.
    curve.back() = 1;
    return curve;
}

}  // namespace kvw::metrics
