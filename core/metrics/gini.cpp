// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/finite.h"
#include "core/metrics/attention_shape.h"
#include "core/metrics/lorenz.h"
#include "core/metrics/sorted_numbers.h"
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

KVW_WIDE double rankedSumOfFloats(const std::uint32_t* keys, std::size_t count, double first) {
    return weightedSum(count, first, 2, [keys](std::size_t i) { return static_cast<double>(numberOf<float>(keys[i])); });
}

double plainSumOf(std::span<const float> values) {
    return sumOfFloats(values.data(), values.size());
}

double plainSumOf(std::span<const double> values) {
    return weightedSum(values.size(), 1, 0, [values](std::size_t i) { return values[i]; });
}

/// Returns the sum of (2i - n - 1) a_(i), i from 1, of the ascending numbers behind the keys.
double rankedSumOf(std::span<const std::uint32_t> keys) {
    return rankedSumOfFloats(keys.data(), keys.size(), 1 - static_cast<double>(keys.size()));
}

double rankedSumOf(std::span<const std::uint64_t> keys) {
    return weightedSum(keys.size(), 1 - static_cast<double>(keys.size()), 2,
                       [keys](std::size_t i) { return numberOf<double>(keys[i]); });
}

/// Returns the sum; none if there are no values or the sum is not finite. This keeps NaN, which has no order, out of
/// the sort.
template <class T>
std::optional<double> sumOf(std::span<const T> values) {
    const double sum = plainSumOf(values);
    return values.empty() ? std::nullopt : ifFinite(sum);
}

KVW_WIDE void setKeysOfFloats(const float* values, std::size_t count, std::uint32_t* keys) {
    for (std::size_t i = 0; i < count; ++i) {
        keys[i] = sortKeyOf(values[i]);
    }
}

void setKeys(std::span<const float> values, std::uint32_t* keys) {
    setKeysOfFloats(values.data(), values.size(), keys);
}

void setKeys(std::span<const double> values, std::uint64_t* keys) {
    std::transform(values.begin(), values.end(), keys, sortKeyOf<double>);
}

/// Sets the keys of `scratch` to those of the values, in ascending order.
template <class T>
void sortAscending(std::span<const T> values, SortScratch<T>& scratch) {
    scratch.keys.resize(values.size());
    setKeys(values, scratch.keys.data());
    sortKeys(scratch.keys, scratch.others);
}

template <class T>
std::optional<double> giniOf(std::span<const T> values, SortScratch<T>& scratch) {
    const auto sum = sumOf(values);
    if (!sum || *sum == 0) {
        return sum;
    }
    sortAscending(values, scratch);
    const double ranked = rankedSumOf(std::span<const SortKey<T>>(scratch.keys));
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
