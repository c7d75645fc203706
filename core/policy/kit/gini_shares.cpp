// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/gini_shares.h"

#include <algorithm>
#include <cmath>

namespace kvw::sdk {

std::vector<double> gini_shares(const std::vector<double>& gini, double temperature) {
    std::vector<double> result;
    double sum = 0;
    const double least = gini.empty() ? 0 : *std::min_element(gini.begin(), gini.end());
    for (const double g : gini) {
        result.push_back(std::exp((least - g) / temperature));
        sum += result.back();
    }
    for (double& share : result) {
        share = share / sum * static_cast<double>(gini.size());
    }
    return result;
}

double shared_as_written(double share, std::int64_t capacity) {
    return std::nearbyint(static_cast<double>(capacity) * share);
}

double shared_as_coded(double share, std::int64_t capacity, std::int64_t prompt) {
    return std::trunc(static_cast<double>(prompt) - static_cast<double>(prompt - capacity) * share);
}

std::int64_t whole_tokens(double kept, std::int64_t isProtected, std::int64_t all) {
    const std::int64_t least = std::max<std::int64_t>(1, std::min(isProtected, all));
    return static_cast<std::int64_t>(std::clamp(kept, static_cast<double>(least), static_cast<double>(all)));
}

}  // namespace kvw::sdk
