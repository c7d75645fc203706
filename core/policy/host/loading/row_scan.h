// SPDX-License-Identifier: Apache-2.0
/// Scans of a unit's row of tokens, one number per slot, -1 = free, for the check of every unit at every decode step:
/// without branches, compiled for several processors, with the same results on all of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kvw {

/// Tokens that a unit holds: how many, and the newest (-1: none).
struct Held {
    std::int64_t count = 0, newest = -1;
};
[[nodiscard]] Held heldIn(std::span<const std::int64_t> row);

/// Number of held tokens with index >= from, and with index < below.
struct Ends {
    std::int64_t from = 0, below = 0;
};
[[nodiscard]] Ends countEnds(std::span<const std::int64_t> row, std::int64_t from, std::int64_t below);

/// Returns true if a slot that holds a token has a score of NaN or +infinity, which POLICIES.md 0.4 refuses. scores
/// [slots].
[[nodiscard]] bool hasUnusable(std::span<const std::int64_t> row, const float* scores);

/// Returns the lowest score of tokens first ... below - 1, leaving out those in the slots `without`; infinity if there
/// is none. The slots must hold such tokens, and no score may be NaN or infinity. `scratch` is overwritten.
[[nodiscard]] float lowestScore(std::span<const std::int64_t> row, const float* scores, std::int64_t first,
                                std::int64_t below, std::span<const std::int32_t> without, std::vector<float>& scratch);

}  // namespace kvw
