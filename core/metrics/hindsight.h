// SPDX-License-Identifier: Apache-2.0
/// Hindsight: what a set of tokens is worth to the queries that come later, against the best set of its size. No policy
/// can know it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kvw::metrics {

/// Sums of later attention. The same quantity four times: of what was held, of the best set of that size, of the best
/// one that also holds what the policy protects, and of all tokens.
struct HindsightMass {
    double held = 0, best = 0, bestProtected = 0, all = 0;
    HindsightMass& operator+=(const HindsightMass& other);
    [[nodiscard]] std::optional<double> retained() const;         ///< held / all
    [[nodiscard]] std::optional<double> regret() const;           ///< (best - held) / all, in [0, 1]
    [[nodiscard]] std::optional<double> regretProtected() const;  ///< (bestProtected - held) / all
};

/// Working memory; one per thread.
struct HindsightScratch {
    std::vector<double> candidates, unprotected;
};

/// future [n]: attention that later rows give to token 0 ... n - 1; held [n]: not 0 where the token is held. Protected
/// are the held tokens below `sinks` and the newest `recent`. Sums in double; n >= 1, no NaN. Cost: linear in n.
[[nodiscard]] HindsightMass hindsightMass(std::span<const double> future, std::span<const std::uint8_t> held,
                                          std::int64_t sinks, std::int64_t recent, HindsightScratch& scratch);

/// The smallest value that the best set of `count` tokens has; infinity for an empty set. Tokens above it are in every
/// best set. Reorders `scratch.candidates`.
[[nodiscard]] double bestSetCut(std::span<const double> future, std::size_t count, HindsightScratch& scratch);

}  // namespace kvw::metrics
