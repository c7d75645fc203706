// SPDX-License-Identifier: Apache-2.0
/// What both variants share.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::adap {

inline constexpr const char* kReason = "more tokens than the layer's share";
inline constexpr const char* kByEntropy = "what is shown as Gini is 1 - H / ln n of the attention (metric=entropy)";
inline constexpr const char* kClamped = "the share of a layer leaves it no token: it keeps the least allowed";

/// "all layers together: 4272 tokens, nominal 4096"
[[nodiscard]] inline std::string together(const std::vector<std::int64_t>& budgets, double nominal) {
    std::int64_t sum = 0;
    for (const std::int64_t budget : budgets) {
        sum += budget;
    }
    return "all layers together: " + std::to_string(sum) + " tokens, nominal " +
           std::to_string(static_cast<std::int64_t>(std::nearbyint(nominal)));
}

struct Settings {
    double removed = 0.5;
    sdk::Protection protection;

    explicit Settings(const sdk::Parameters& values)
        : removed(values.number("removed")), protection{values.integer("sinks"), values.integer("recent")} {}
    [[nodiscard]] std::int64_t isProtected() const { return protection.sinks + protection.recent; }
    [[nodiscard]] bool operator==(const Settings& other) const {
        return removed == other.removed && protection.sinks == other.protection.sinks &&
               protection.recent == other.protection.recent;
    }
};

}  // namespace kvw::adap
