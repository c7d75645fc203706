// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/metrics/attention_shape.h"
#include "core/metrics/lorenz.h"
#include "core/metrics/sorted_numbers.h"

namespace kvw::metrics {

namespace {

/// Returns the sum of w_i number(i), w_i = first + i * step, as four interleaved sums because additions to one sum wait
/// for each other. Weights are whole numbers, so adding steps to them rounds nothing.
template <class Number>
double weightedSum(std::size_t count, double first, double step, const Number& number) {
    constexpr std::size_t kSums = 4;
    double sums[kSums] = {};
    double weights[kSums] = {first, first + step, first + 2 * step, first + 3 * step};
    std::size_t i = 0;
    for (; i + kSums <= count; i += kSums) {
        for (std::size_t j = 0; j < kSums; ++j) {
            sums[j] += weights[j] * static_cast<double>(number(i + j));
            weights[j] += kSums * step;
        }
    }
    for (std::size_t j = 0; i < count; ++i, ++j) {
        sums[0] += weights[j] * static_cast<double>(number(i));
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Returns the sum; none if there are no values or the sum is not finite. This keeps NaN, which has no order, out of
/// the sort.
template <class T>
std::optional<double> sumOf(std::span<const T> values) {
    const double sum = weightedSum(values.size(), 1, 0, [&](std::size_t i) { return values[i]; });
    return values.empty() || !std::isfinite(sum) ? std::nullopt : std::optional(sum);
}

/// Sets the keys of `scratch` to those of the values, in ascending order.
template <class T>
void sortAscending(std::span<const T> values, SortScratch<T>& scratch) {
    scratch.keys.resize(values.size());
    std::transform(values.begin(), values.end(), scratch.keys.begin(), sortKeyOf<T>);
    sortKeys(scratch.keys, scratch.others);
}

template <class T>
std::optional<double> giniOf(std::span<const T> values, SortScratch<T>& scratch) {
    const auto sum = sumOf(values);
    if (!sum || *sum == 0) {
        return sum;
    }
    sortAscending(values, scratch);
    const auto n = static_cast<double>(values.size());
    const double weighted =
        weightedSum(values.size(), 1 - n, 2, [&](std::size_t i) { return numberOf<T>(scratch.keys[i]); });
    return std::max(0.0, weighted / (n * *sum));
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
    sortAscending(values, scratch.floats);
    std::vector<double> curve(values.size() + 1, 0.0);
    for (std::size_t k = 1; k < curve.size(); ++k) {
        curve[k] = *sum == 0 ? static_cast<double>(k) / static_cast<double>(values.size())
                             : curve[k - 1] + static_cast<double>(numberOf<float>(scratch.floats.keys[k - 1])) / *sum;
    }
    // The running sum adds in another order than `sum` and may end a little off 1.
    curve.back() = 1;
    return curve;
}

}  // namespace kvw::metrics
