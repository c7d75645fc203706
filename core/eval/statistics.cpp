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

/// Pairs of which both values are defined.
struct Pairs {
    std::vector<double> a, b;
    Pairs(std::span<const double> allA, std::span<const double> allB) {
        for (std::size_t i = 0; i < std::min(allA.size(), allB.size()); ++i) {
            if (std::isfinite(allA[i]) && std::isfinite(allB[i])) {
                a.push_back(allA[i]);
                b.push_back(allB[i]);
            }
        }
    }
};

/// Returns the ranks from 1; equal values have the mean of theirs.
std::vector<double> meanRanks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return values[i] < values[j]; });
    std::vector<double> found(values.size());
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && values[order[end]] == values[order[begin]]) {
            ++end;
        }
        for (std::size_t i = begin; i < end; ++i) {
            found[order[i]] = static_cast<double>(begin + end + 1) / 2;
        }
        begin = end;
    }
    return found;
}

double pearson(const std::vector<double>& a, const std::vector<double>& b) {
    const auto n = static_cast<double>(a.size());
    const double meanA = std::accumulate(a.begin(), a.end(), 0.0) / n, meanB = std::accumulate(b.begin(), b.end(), 0.0) / n;
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - meanA) * (b[i] - meanB);
        aa += (a[i] - meanA) * (a[i] - meanA);
        bb += (b[i] - meanB) * (b[i] - meanB);
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : kUndefined;
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

double spearman(std::span<const double> a, std::span<const double> b) {
    const Pairs pairs(a, b);
    return pairs.a.size() < 2 ? kUndefined : pearson(meanRanks(pairs.a), meanRanks(pairs.b));
}

double kendallTau(std::span<const double> a, std::span<const double> b) {
    const Pairs pairs(a, b);
    double sum = 0, pairsA = 0, pairsB = 0;  // pairs that differ in a, in b
    const auto sign = [](double x, double y) { return x < y ? -1.0 : x > y ? 1.0 : 0.0; };
    for (std::size_t i = 0; i < pairs.a.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double inA = sign(pairs.a[i], pairs.a[j]), inB = sign(pairs.b[i], pairs.b[j]);
            sum += inA * inB;
            pairsA += inA * inA;
            pairsB += inB * inB;
        }
    }
    return pairsA > 0 && pairsB > 0 ? sum / std::sqrt(pairsA * pairsB) : kUndefined;
}

}  // namespace kvw::eval
