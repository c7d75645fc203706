// SPDX-License-Identifier: Apache-2.0
#include "core/eval/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace kvw::eval {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// Defined values with their weights.
struct DefinedValues {
    std::vector<double> values, weights;
    std::vector<std::size_t> groups;

    void add(double value, std::span<const double> allWeights, std::span<const std::size_t> allGroups, std::size_t i) {
        const double weight = allWeights.empty() ? 1 : allWeights[i];
        if (std::isfinite(value) && std::isfinite(weight)) {
            values.push_back(value);
            weights.push_back(weight);
            groups.push_back(allGroups.empty() ? 0 : allGroups[i]);
        }
    }
    [[nodiscard]] double mean() const {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            sum += weights[i] * values[i];
        }
        const double weight = std::accumulate(weights.begin(), weights.end(), 0.0);
        return weight == 0 ? kUndefined : sum / weight;
    }
};

DefinedValues weightedSample(std::span<const double> values, std::span<const double> weights,
                             std::span<const std::size_t> groups = {}) {
    DefinedValues all;
    for (std::size_t i = 0; i < values.size(); ++i) {
        all.add(values[i], weights, groups, i);
    }
    return all;
}

/// `sorted` is ascending and not empty.
double quantileOfSorted(const std::vector<double>& sorted, double share) {
    const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double next = sorted[std::min(below + 1, sorted.size() - 1)];
    return sorted[below] + (place - static_cast<double>(below)) * (next - sorted[below]);
}

/// Values [first, first + count) of one group.
struct Stratum {
    std::size_t first = 0, count = 0;
    double weight = 0;
};

std::vector<Stratum> strataOf(const DefinedValues& sample) {
    std::vector<Stratum> strata;
    for (std::size_t i = 0; i < sample.values.size(); ++i) {
        if (i == 0 || sample.groups[i] != sample.groups[i - 1]) {
            strata.push_back({i, 0, 0});
        }
        ++strata.back().count;
        strata.back().weight += sample.weights[i];
    }
    return strata;
}

Interval bootstrap(const DefinedValues& sample, double level, int rounds, std::uint64_t seed) {
    const std::size_t n = sample.values.size();
    const std::vector<Stratum> strata = strataOf(sample);
    if (std::ranges::none_of(strata, [](const Stratum& each) { return each.count > 1; }) || rounds < 1) {
        return {};
    }
    const double whole = std::accumulate(sample.weights.begin(), sample.weights.end(), 0.0);
    // The distributions of the standard library differ from one to the next; its generators do not.
    std::mt19937_64 generator(seed);
    std::vector<double> means;
    means.reserve(static_cast<std::size_t>(rounds));
    // Products are stored before they are added: a processor that fuses both would give other bits.
    std::vector<double> products(n);
    std::transform(sample.values.begin(), sample.values.end(), sample.weights.begin(), products.begin(),
                   [](double value, double weight) { return value * weight; });
    std::vector<double> parts(strata.size());
    for (int round = 0; round < rounds; ++round) {
        bool defined = whole != 0;
        for (std::size_t s = 0; s < strata.size(); ++s) {
            double sum = 0, weight = 0;
            for (std::size_t i = 0; i < strata[s].count; ++i) {
                constexpr int kHalf = 32;
                const std::size_t drawn =
                    strata[s].first + static_cast<std::size_t>(((generator() >> kHalf) * strata[s].count) >> kHalf);
                sum += products[drawn];
                weight += sample.weights[drawn];
            }
            const double share = strata.size() == 1 ? 1 : strata[s].weight / whole;
            defined = defined && (weight != 0 || share == 0);
            parts[s] = share == 0 ? 0 : sum / weight * share;
        }
        if (defined) {
            means.push_back(std::accumulate(parts.begin(), parts.end(), 0.0));
        }
    }
    if (means.empty()) {
        return {};
    }
    std::sort(means.begin(), means.end());
    return {quantileOfSorted(means, (1 - level) / 2), quantileOfSorted(means, (1 + level) / 2)};
}

}  // namespace

double weightedMean(std::span<const double> values, std::span<const double> weights) {
    return weightedSample(values, weights).mean();
}

Interval bootstrapMean(std::span<const double> values, std::span<const double> weights,
                       std::span<const std::size_t> groups, double level, int rounds, std::uint64_t seed) {
    return bootstrap(weightedSample(values, weights, groups), level, rounds, seed);
}

Paired pairedDifference(std::span<const double> a, std::span<const double> b, std::span<const double> weights,
                        std::span<const std::size_t> groups, double level, int rounds, std::uint64_t seed) {
    DefinedValues differences;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        differences.add(a[i] - b[i], weights, groups, i);
    }
    return {differences.mean(), bootstrap(differences, level, rounds, seed), differences.values.size()};
}

}  // namespace kvw::eval
