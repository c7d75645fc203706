// SPDX-License-Identifier: Apache-2.0
/// From Gini coefficients to tokens per layer (POLICIES.md, section 6). Plain numbers, all in double.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::sdk {

/// softmax(-G / temperature) L: 1 on average; diffuse layers (low G) more. Equal G give exactly 1. The sources have a
/// temperature of 1; a lower one moves more from layer to layer, a higher one levels them.
[[nodiscard]] std::vector<double> gini_shares(const std::vector<double>& gini, double temperature = 1);

/// For an average of `capacity` tokens as the thesis says, round(C share): diffuse layers keep more.
[[nodiscard]] double shared_as_written(double share, std::int64_t capacity);
/// The same as its code does, int(S - (S - C) share): diffuse layers lose more.
[[nodiscard]] double shared_as_coded(double share, std::int64_t capacity, std::int64_t prompt);

/// Whole tokens: at least what is protected and at least 1, at most all.
[[nodiscard]] std::int64_t whole_tokens(double kept, std::int64_t isProtected, std::int64_t all);

}  // namespace kvw::sdk
