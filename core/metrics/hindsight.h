// SPDX-License-Identifier: Apache-2.0
/// Hindsight: attention that later queries give to a set of tokens, compared with the best set of its size. No policy
/// can know it in advance.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kvw::metrics {

/// Sums of later attention to four sets of tokens: the held tokens, the best set of the same size, the best such set
/// that contains the protected tokens, and all tokens.
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

/// Computes the sums. future [n]: attention that later rows give to tokens 0 ... n - 1; held [n]: not 0 if the token is
/// held. Held tokens below `sinks` and held ones among the newest `recent` are protected. Sums in double; n >= 1, no
/// NaN. Cost: linear in n.
[[nodiscard]] HindsightMass hindsightMass(std::span<const double> future, std::span<const std::uint8_t> held,
                                          std::int64_t sinks, std::int64_t recent, HindsightScratch& scratch);

/// Returns the smallest value in the best set of `count` tokens; infinity for an empty set. Tokens above it are in
/// every best set. Overwrites `scratch.candidates`.
[[nodiscard]] double bestSetCut(std::span<const double> future, std::size_t count, HindsightScratch& scratch);

}  // namespace kvw::metrics
