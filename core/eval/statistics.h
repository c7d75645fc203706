// SPDX-License-Identifier: Apache-2.0
/// Statistics of scores over samples. Mean and standard deviation: `spreadOf` in sweep_results.h. Values that are not
/// finite are undefined, and left out with their weights and partners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace kvw::eval {

/// NaN: undefined.
struct Interval {
    double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
};

/// Returns the mean of the values; `weights` [values]: empty for equal ones. NaN: no values, or weights that sum to 0.
[[nodiscard]] double weightedMean(std::span<const double> values, std::span<const double> weights = {});

/// Returns the percentile bootstrap interval of the weighted mean: samples are drawn with replacement, `rounds` times,
/// and the interval lies between the quantiles (1 - level) / 2 and (1 + level) / 2 of the means, with linear
/// interpolation. The same values and seed give the same bits on every machine. `groups` [values]: a label of each; the
/// values of a group are neighbours, samples are drawn within their group, and a group keeps its weight. Empty: all are
/// one group. Undefined if no group has two values.
/// Source: B. Efron, R. Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
[[nodiscard]] Interval bootstrapMean(std::span<const double> values, std::span<const double> weights = {},
                                     std::span<const std::size_t> groups = {}, double level = 0.95, int rounds = 2000,
                                     std::uint64_t seed = 1);

/// Difference of two lanes on the same samples.
struct Paired {
    double mean = std::numeric_limits<double>::quiet_NaN();
    Interval interval;
    std::size_t count = 0;  ///< samples that both have
};
/// Returns the weighted mean of a - b, sample by sample, with its bootstrap interval. a, b, `weights` and `groups` are
/// as long.
[[nodiscard]] Paired pairedDifference(std::span<const double> a, std::span<const double> b,
                                      std::span<const double> weights = {}, std::span<const std::size_t> groups = {},
                                      double level = 0.95, int rounds = 2000, std::uint64_t seed = 1);

/// Returns Spearman's rank correlation; equal values have the mean of their ranks. NaN: fewer than two pairs, or one
/// side is constant.
[[nodiscard]] double spearman(std::span<const double> a, std::span<const double> b);
/// Returns Kendall's tau-b, which allows for equal values. NaN as for `spearman`. Time: quadratic.
[[nodiscard]] double kendallTau(std::span<const double> a, std::span<const double> b);

}  // namespace kvw::eval
