// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/hindsight.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace kvw::metrics {
namespace {

/// Returns the sum of the `count` largest values; reorders `values`.
double sumOfLargest(std::vector<double>& values, std::size_t count) {
    count = std::min(count, values.size());
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(count);
    if (end != values.end()) {
        std::nth_element(values.begin(), end, values.end(), std::greater<>());
    }
    return std::accumulate(values.begin(), end, 0.0);
}

std::optional<double> share(double part, double all) {
    return all > 0 ? std::optional(part / all) : std::nullopt;
}

/// Returns (best - held) / all, at least 0: equal sets are summed in different orders and may differ by rounding.
std::optional<double> missed(double best, double held, double all) {
    return share(std::max(0.0, best - held), all);
}

}  // namespace

HindsightMass& HindsightMass::operator+=(const HindsightMass& other) {
    held += other.held;
    best += other.best;
    bestProtected += other.bestProtected;
    all += other.all;
    return *this;
}

std::optional<double> HindsightMass::retained() const {
    return share(held, all);
}

std::optional<double> HindsightMass::regret() const {
    return missed(best, held, all);
}

std::optional<double> HindsightMass::regretProtected() const {
    return missed(bestProtected, held, all);
}

HindsightMass hindsightMass(std::span<const double> future, std::span<const std::uint8_t> held, std::int64_t sinks,
                            std::int64_t recent, HindsightScratch& scratch) {
    HindsightMass mass;
    const auto n = static_cast<std::int64_t>(future.size());
    std::size_t count = 0, isProtected = 0;
    scratch.unprotected.clear();
    for (std::int64_t token = 0; token < n; ++token) {
        const auto at = static_cast<std::size_t>(token);
        const bool kept = held[at] != 0;
        mass.all += future[at];
        mass.held += kept ? future[at] : 0.0;
        count += kept ? 1 : 0;
        if (kept && (token < sinks || token >= n - recent)) {
            mass.bestProtected += future[at];
            ++isProtected;
        } else {
            scratch.unprotected.push_back(future[at]);
        }
    }
    if (count == future.size()) {
        mass.best = mass.bestProtected = mass.held = mass.all;
        return mass;
    }
    scratch.candidates.assign(future.begin(), future.end());
    mass.best = sumOfLargest(scratch.candidates, count);
    mass.bestProtected += sumOfLargest(scratch.unprotected, count - isProtected);
    return mass;
}

double bestSetCut(std::span<const double> future, std::size_t count, HindsightScratch& scratch) {
    count = std::min(count, future.size());
    if (count == 0) {
        return std::numeric_limits<double>::infinity();
    }
    scratch.candidates.assign(future.begin(), future.end());
    const auto last = scratch.candidates.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::nth_element(scratch.candidates.begin(), last, scratch.candidates.end(), std::greater<>());
    return *last;
}

}  // namespace kvw::metrics
