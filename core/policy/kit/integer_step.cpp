// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/integer_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kvw::sdk {
namespace {

constexpr double kRounding = 1e-12;  // relative, of sums over layers in double

/// Adds `amount`, or subtracts it (`sign` -1), evenly over the layers whose budget satisfies `takes`; the first of them
/// get one more each while a remainder lasts.
template <class Takes>
void spread(std::vector<std::int64_t>& budgets, std::int64_t amount, std::int64_t sign, Takes takes) {
    std::vector<std::size_t> layers;
    for (std::size_t l = 0; l < budgets.size(); ++l) {
        if (takes(budgets[l])) {
            layers.push_back(l);
        }
    }
    const auto count = static_cast<std::int64_t>(layers.size());
    for (std::int64_t i = 0; i < count; ++i) {
        budgets[layers[static_cast<std::size_t>(i)]] += sign * (amount / count + (i < amount % count ? 1 : 0));
    }
}

}  // namespace

std::vector<double> real_shares(const std::vector<double>& weights, std::int64_t total) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    const bool usable = std::isfinite(sum) && sum > 0;
    std::vector<double> shares(weights.size(), static_cast<double>(total) / static_cast<double>(weights.size()));
    for (std::size_t l = 0; usable && l < weights.size(); ++l) {
        const double share = weights[l] / sum * static_cast<double>(total);
        // Truncation follows: layers of equal weight must not get different tokens because a sum was rounded.
        const double whole = std::nearbyint(share);
        shares[l] = std::abs(share - whole) <= kRounding * whole ? whole : share;
    }
    return shares;
}

std::vector<std::int64_t> integer_step(const std::vector<double>& shares, std::int64_t total, std::int64_t cap) {
    std::vector<std::int64_t> budgets;
    std::int64_t clipped = 0;
    for (const double share : shares) {
        const auto whole = static_cast<std::int64_t>(share);
        budgets.push_back(std::min(whole, cap));
        clipped += whole - budgets.back();
    }
    const auto below = [cap](std::int64_t budget) { return budget < cap; };
    spread(budgets, clipped, 1, below);
    const std::int64_t missing = total - std::accumulate(budgets.begin(), budgets.end(), std::int64_t{0});
    if (missing > 0) {
        spread(budgets, missing, 1, below);
    } else if (missing < 0) {
        spread(budgets, -missing, -1, [](std::int64_t budget) { return budget > 1; });
    }
    for (std::int64_t& budget : budgets) {
        budget = std::min(budget, cap);
    }
    return budgets;
}

std::vector<std::int64_t> truncated_shares(const std::vector<double>& shares, std::int64_t cap) {
    std::vector<std::int64_t> budgets;
    for (const double share : shares) {
        budgets.push_back(std::min(static_cast<std::int64_t>(share), cap));
    }
    return budgets;
}

}  // namespace kvw::sdk
