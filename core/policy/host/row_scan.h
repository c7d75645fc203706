// SPDX-License-Identifier: Apache-2.0
/// Passes over a unit's row of tokens, one number per slot, -1 = free, which the check of every decode step makes of
/// every unit: without branches, compiled for several processors, with the same results on all of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kvw {

/// What a unit holds.
struct Held {
    std::int64_t count = 0, newest = -1;
};
[[nodiscard]] Held heldIn(std::span<const std::int64_t> row);

/// Tokens held from `from` on, and those held below `below`.
struct Ends {
    std::int64_t from = 0, below = 0;
};
[[nodiscard]] Ends countEnds(std::span<const std::int64_t> row, std::int64_t from, std::int64_t below);

/// Whether a slot that holds a token has a score that is not a number, or +infinity, which POLICIES.md 0.4 refuses.
/// scores [slots].
[[nodiscard]] bool hasUnusable(std::span<const std::int64_t> row, const float* scores);

/// Lowest score of tokens first ... below - 1 but those in the slots `without`, which hold such tokens; infinity if
/// there is none. No score is NaN or infinity. `scratch` is overwritten.
[[nodiscard]] float lowestScore(std::span<const std::int64_t> row, const float* scores, std::int64_t first,
                                std::int64_t below, std::span<const std::int32_t> without, std::vector<float>& scratch);

}  // namespace kvw
