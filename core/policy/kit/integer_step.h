// SPDX-License-Identifier: Apache-2.0
/// Turns real shares of a total into whole tokens per layer (POLICIES.md 5.3, steps a to e). Plain numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::sdk {

/// Returns weight / sum of weights * total per layer, exactly whole if it is whole up to rounding. Equal shares if the
/// sum is 0 or not finite.
[[nodiscard]] std::vector<double> real_shares(const std::vector<double>& weights, std::int64_t total);

/// Returns whole tokens by CAKE's integer step: a. truncate; b. clip to `cap`; c. spread what was clipped evenly over
/// the layers below `cap`, the remainder to the first of them, without clipping again; d. spread what truncation lost
/// in the same way, or take a surplus from the layers above 1; e. clip again, so tokens of a feasible total can be
/// lost. Shares must be at least 0; results may be 0. Source: cakekv, adjust_budgets.
[[nodiscard]] std::vector<std::int64_t> integer_step(const std::vector<double>& shares, std::int64_t total,
                                                     std::int64_t cap);

/// Returns whole tokens by steps a and b alone; tokens lost to truncation and clipping go to no layer. So a share that
/// shrinks as more layers become known never gets more tokens, which the integer step does not guarantee.
[[nodiscard]] std::vector<std::int64_t> truncated_shares(const std::vector<double>& shares, std::int64_t cap);

}  // namespace kvw::sdk
