// SPDX-License-Identifier: Apache-2.0
/// Pyramids of budgets: much for the first layers, little for the last (POLICIES.md, section 9). Plain numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace kvw::sdk {

/// What an integer pyramid is drawn for. An entry is a token that a layer keeps in addition to its protected ones.
struct PyramidPlan {
    std::int64_t base = 0;             ///< entries per layer on average: capacity - protectedTokens
    std::int64_t protectedTokens = 0;  ///< the window, or sinks + recent
    std::int64_t promptTokens = 0;     ///< S
    std::int64_t layers = 0;           ///< L
    std::int64_t beta = 20;            ///< steepness, at least 1; 1 is uniform
};

/// Entries per layer, first layer first: from 2 base - base div beta down to base div beta (both moved where the prompt
/// has no room for the first), by a step that is rounded down, so that the sum is at least layers * base where the ramp
/// is drawn; `base` for all where L = 1 or S < 2 base. Between 0 and S - protectedTokens.
/// Source: KVCache-Factory, PyramidKV (integers, "floor" division).
[[nodiscard]] std::vector<std::int64_t> integer_pyramid(const PyramidPlan& plan);

/// kvpress' pyramid in real numbers, rounded half to even at the end.
struct RealPyramid {
    std::vector<std::int64_t> totals;  ///< per layer, window included; at least 1, not limited to S
    bool uniform = false;              ///< fell back to one budget for all: not S >= max >= min >= window, or L = 1
};

/// `kept` = S (1 - r), a real number, or the capacity. beta >= 1.
/// Source: kvpress, PyramidKVPress.
[[nodiscard]] RealPyramid real_pyramid(double kept, std::int64_t window, std::int64_t promptTokens, std::int64_t layers,
                                       double beta);

}  // namespace kvw::sdk
