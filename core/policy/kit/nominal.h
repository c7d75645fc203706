// SPDX-License-Identifier: Apache-2.0
/// Compares the sum of budgets with the total asked for: rounding makes the two differ, and a user who compares
/// policies at the same memory has to know.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "core/policy/sdk/report.h"

namespace kvw::sdk {

[[nodiscard]] inline std::int64_t total_of(const std::vector<std::int64_t>& budgets) {
    return std::accumulate(budgets.begin(), budgets.end(), std::int64_t{0});
}

/// Returns "all budgets together are 4272 tokens, 4096 are nominal".
[[nodiscard]] inline Finding against_nominal(const std::vector<std::int64_t>& budgets, std::int64_t nominal) {
    return finding("budgets-together", total_of(budgets), nominal);
}

}  // namespace kvw::sdk
