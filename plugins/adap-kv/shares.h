// SPDX-License-Identifier: Apache-2.0
/// From Gini coefficients to tokens per layer (POLICIES.md, section 6). Plain numbers, all in double.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::adap {

/// softmax(-G) L: 1 on average; diffuse layers (low G) more. Equal G give exactly 1.
[[nodiscard]] std::vector<double> shares(const std::vector<double>& gini);

/// The thesis: round(share (1 - removed) N), N tokens seen so far. Diffuse layers keep more.
[[nodiscard]] double kept_as_written(double share, double removed, std::int64_t seen);
/// The code: int(S (1 - removed share)). Diffuse layers lose more; not above 0 where removed share >= 1.
[[nodiscard]] double kept_as_coded(double share, double removed, std::int64_t prompt);

/// The same two for an average of `capacity` tokens: round(C share), int(S - (S - C) share).
[[nodiscard]] double shared_as_written(double share, std::int64_t capacity);
[[nodiscard]] double shared_as_coded(double share, std::int64_t capacity, std::int64_t prompt);

/// Whole tokens: at least what is protected and at least 1, at most all.
[[nodiscard]] std::int64_t clamped(double kept, std::int64_t isProtected, std::int64_t all);

}  // namespace kvw::adap
