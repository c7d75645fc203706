// SPDX-License-Identifier: Apache-2.0
/// Turns Gini coefficients into tokens per layer (POLICIES.md, section 6). Plain numbers, all in double.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::sdk {

/// Returns softmax(-G / temperature) L per layer: 1 on average, more for diffuse layers (low G), exactly 1 if all G are
/// equal. The sources use a temperature of 1; a lower one moves more between layers, a higher one evens them out.
[[nodiscard]] std::vector<double> gini_shares(const std::vector<double>& gini, double temperature = 1);

/// Returns a layer's tokens for an average of `capacity` by the rule of the thesis, round(C share): diffuse layers keep
/// more.
[[nodiscard]] double shared_as_written(double share, std::int64_t capacity);
/// Returns the same by the rule of the thesis' code, int(S - (S - C) share): diffuse layers lose more.
[[nodiscard]] double shared_as_coded(double share, std::int64_t capacity, std::int64_t prompt);

/// Returns `kept` as whole tokens: at least the protected ones and at least 1, at most `all`.
[[nodiscard]] std::int64_t whole_tokens(double kept, std::int64_t isProtected, std::int64_t all);

}  // namespace kvw::sdk
