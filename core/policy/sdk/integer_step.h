// SPDX-License-Identifier: Apache-2.0
/// Real shares of a total as whole tokens per layer (POLICIES.md 5.3, steps a to e). Plain numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::sdk {

/// weight / sum of weights * total, per layer; whole where it is whole up to rounding. Equal shares where the sum is 0
/// or not a number.
[[nodiscard]] std::vector<double> real_shares(const std::vector<double>& weights, std::int64_t total);

/// CAKE's integer step: a. truncate; b. clip to `cap`; c. spread what was clipped evenly over the layers below `cap`,
/// the remainder to the first of them, without clipping again; d. the same with what truncation lost, or a surplus over
/// layers above 1; e. clip again, so tokens of a feasible total can be lost. Shares of at least 0; results may be 0.
/// Source: cakekv, adjust_budgets.
[[nodiscard]] std::vector<std::int64_t> integer_step(const std::vector<double>& shares, std::int64_t total,
                                                     std::int64_t cap);

/// Steps a and b alone: what truncation and clipping leave over is nobody's. A share that shrinks as more layers are
/// known never grows again so, which the integer step does not promise.
[[nodiscard]] std::vector<std::int64_t> truncated_shares(const std::vector<double>& shares, std::int64_t cap);

}  // namespace kvw::sdk
