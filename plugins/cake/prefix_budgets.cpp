// SPDX-License-Identifier: Apache-2.0
#include "plugins/cake/prefix_budgets.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/policy/kit/integer_step.h"
#include "core/policy/kit/pyramid.h"

namespace kvw::cake {
namespace {

constexpr std::int64_t kBeta = 20;  // beta of PyramidKV

}  // namespace

bool BudgetPlan::guarded() const {
    if (listingGuard) {
        return promptTokens <= window || promptTokens <= capacity - window;
    }
    // Not written as S <= C + w: the capacity may be the largest value of its type.
    return promptTokens <= window || promptTokens - (windowInside ? 0 : window) <= capacity;
}

std::int64_t BudgetPlan::base() const {
    return std::max<std::int64_t>(0, capacity - window);
}

bool BudgetPlan::pyramidIsUniform() const {
    return allocation == "pyramid" && (layers < 2 || promptTokens < 2 * base());
}

std::vector<std::int64_t> BudgetPlan::certain() const {
    return capacity <= window || !byPreference() ? budgets(std::vector<double>(static_cast<std::size_t>(layers)))
                                                 : std::vector<std::int64_t>();
}

std::vector<std::int64_t> BudgetPlan::budgets(const std::vector<double>& preference) const {
    const std::int64_t room = promptTokens - window;
    if (capacity <= window || allocation == "uniform") {
        return std::vector<std::int64_t>(preference.size(), std::min(base(), room));
    }
    if (allocation == "pyramid") {
        std::vector<std::int64_t> all = sdk::integer_pyramid({base(), window, promptTokens, layers, kBeta});
        all.resize(preference.size());
        return all;
    }
    const std::int64_t total = (windowInside ? capacity : base()) * layers;
    const std::int64_t cap = windowInside ? promptTokens : room;
    const std::vector<double> real = sdk::real_shares(preference, total);
    std::vector<std::int64_t> shares =
        integerStep ? sdk::integer_step(real, total, cap) : sdk::truncated_shares(real, cap);
    for (std::int64_t& share : shares) {
        share = windowInside ? std::clamp<std::int64_t>(share - window, 0, room) : share;
    }
    return shares;
}

bool decisive(const std::vector<double>& preference) {
    const double sum = std::accumulate(preference.begin(), preference.end(), 0.0);
    return std::isfinite(sum) && sum > 0;
}

}  // namespace kvw::cake
