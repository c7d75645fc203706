// SPDX-License-Identifier: Apache-2.0
/// Budgets over layers in the form of a pyramid: large for the first layers, small for the last (POLICIES.md, section
/// 9). Plain numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::sdk {

/// Input of integer_pyramid. An entry is a token that a layer keeps in addition to its protected ones.
struct PyramidPlan {
    std::int64_t base = 0;             ///< entries per layer on average: capacity - protectedTokens
    std::int64_t protectedTokens = 0;  ///< the window, or sinks + recent
    std::int64_t promptTokens = 0;     ///< S
    std::int64_t layers = 0;           ///< L
    std::int64_t beta = 20;            ///< steepness, at least 1; 1 is uniform
};

/// Returns entries per layer: from 2 base - base div beta in the first layer down to base div beta in the last (both
/// shifted if the prompt has no room for the first), by a step that is rounded down, so that the sum is at least layers
/// * base; `base` for all if L = 1 or S < 2 base. Entries are between 0 and S - protectedTokens. Source:
/// KVCache-Factory, PyramidKV (integers, "floor" division).
[[nodiscard]] std::vector<std::int64_t> integer_pyramid(const PyramidPlan& plan);

/// Result of kvpress' pyramid, computed in real numbers and rounded half to even at the end.
struct RealPyramid {
    std::vector<std::int64_t> totals;  ///< per layer, window included; at least 1, not limited to S
    bool uniform = false;              ///< one budget for all: L = 1, or not S >= max >= min >= window
};

/// Returns the totals for `kept` = S (1 - r), a real number, or the capacity. beta >= 1. Source: kvpress,
/// PyramidKVPress.
[[nodiscard]] RealPyramid real_pyramid(double kept, std::int64_t window, std::int64_t promptTokens, std::int64_t layers,
                                       double beta);

}  // namespace kvw::sdk
