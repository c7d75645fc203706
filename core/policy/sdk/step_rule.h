// SPDX-License-Identifier: Apache-2.0
/// Decision of every decode step as plain data, which a device can carry out inside a step. Without torch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace kvw::sdk {

/// Budget of a layer that is never cut. Reported as the tokens seen so far.
inline constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

/// Score of a token that is held.
struct StepScore {
    /// Token: its index. NewestRow: the newest query's softmax row, as the mean over the heads of a unit. Mass:
    /// statistics[0], to which every step adds that row. Hash: H(seed, layer, unit, token) of POLICIES.md, section 14.
    /// KeyNorm: the negative of statistics[0]; a step sets that of its token to the norm of its key before rotation
    /// (norms_in_order of the kit), as the mean over the heads of a unit.
    enum class Kind : std::uint8_t { Token, NewestRow, Mass, Hash, KeyNorm };
    Kind kind = Kind::Token;
    bool perObserver = false;   ///< Mass: divided by the number of rows that were added to it
    std::int64_t firstRow = 0;  ///< Mass: token index of the first row that was added
    std::uint64_t seed = 0;     ///< Hash

    [[nodiscard]] bool operator==(const StepScore&) const = default;
    /// Returns the numbers per slot that a step changes.
    [[nodiscard]] std::int64_t statistics() const { return kind == Kind::Mass || kind == Kind::KeyNorm ? 1 : 0; }
};

/// Cut of rule B3 (POLICIES.md, section B) of every unit that holds at least its budget + `every` tokens.
struct StepRule {
    StepScore score;
    std::vector<std::int64_t> budgets;  ///< as in Report; kUnlimited: that one is never cut
    bool budgetsPerUnit = false;
    std::int64_t every = 1;  ///< 0: nothing is ever cut, and there need be no budgets
    /// With maxDrop > 0, at most that many leave at once, but no more than budget + slack stay.
    std::int64_t maxDrop = 0, slack = 0;
    std::int64_t sinks = 0, recent = 0;  ///< as in Protection
    bool showsScores = true;             ///< of the edit: its scores are recorded
    std::string reason;                  ///< of the edit

    [[nodiscard]] bool operator==(const StepRule&) const = default;
    /// Returns how many of `held` tokens stay in a unit with this budget.
    [[nodiscard]] std::int64_t kept(std::int64_t held, std::int64_t budget) const {
        if (every == 0 || held - budget < every) {
            return held;
        }
        return maxDrop == 0 ? budget : std::min(std::max(held - maxDrop, budget), budget + slack);
    }
};

}  // namespace kvw::sdk
