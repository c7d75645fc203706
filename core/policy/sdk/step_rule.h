// SPDX-License-Identifier: Apache-2.0
/// Decision of every decode step as plain data, which a device can carry out inside a step. Without torch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace kvw::sdk {

/// Budget of a layer that is never cut. Reported as the tokens seen so far.
inline constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

/// Score of CAKE while decoding (POLICIES.md, 5.5), of all tokens but the newest `recent` of the rule. statistics[0] is
/// a token's rank in memory order.
struct PooledScore {
    std::int64_t width = 1;   ///< of pooling, odd
    bool byPosition = false;  ///< pooled along token order, else along memory order
    /// Row: the newest row. The others are of the moments in statistics[1] and [2], which every step refreshes: mean +
    /// gamma * variance, one of them, their product.
    enum class Value : std::uint8_t { Row, Sum, Mean, Variance, Product };
    Value value = Value::Row;
    double gamma = 0;
    double rounding = 0;  ///< relative distance of scores that rounding may have put in order (StepOutcome::closeCuts)

    [[nodiscard]] bool operator==(const PooledScore&) const = default;
};

/// Score of a token that is held.
struct StepScore {
    /// Token: its index. NewestRow: the newest query's softmax row, as the mean over the heads of a unit. Mass:
    /// statistics[0], to which every step adds that row. Hash: H(seed, layer, unit, token) of POLICIES.md, section 14.
    /// KeyNorm: the negative of statistics[0]; a step sets that of its token to the norm of its key before rotation
    /// (norms_in_order of the kit), as the mean over the heads of a unit. Average: statistics[0], which every step
    /// makes decay times itself and 1 - decay times the newest row, over the heads of a unit. Pooled: `pooled`; the
    /// newest `recent` tokens of the rule have no score, and budgets of all units are at least that many. Cosine: the
    /// negative of cosines_to_mean of the kit, as the mean over the heads of a unit; for keys that stay.
    enum class Kind : std::uint8_t { Token, NewestRow, Mass, Hash, KeyNorm, Average, Pooled, Cosine };
    enum class Heads : std::uint8_t { Mean, Max, Median };  ///< Median: the lower one
    Kind kind = Kind::Token;
    bool perObserver = false;   ///< Mass: divided by the number of rows that were added to it
    std::int64_t firstRow = 0;  ///< Mass: token index of the first row that was added
    std::uint64_t seed = 0;     ///< Hash
    double decay = 0;           ///< Average
    Heads heads = Heads::Mean;  ///< Average
    PooledScore pooled = {};
    bool keepsLengths = false;  ///< Cosine: statistics hold the lengths of keys, as cosines_to_mean fills them in

    [[nodiscard]] bool operator==(const StepScore&) const = default;
    /// Returns the numbers per slot that a step changes.
    [[nodiscard]] std::int64_t statistics() const {
        if (kind == Kind::Pooled) {
            return pooled.value == PooledScore::Value::Row ? 1 : 3;
        }
        if (kind == Kind::Cosine) {
            return keepsLengths ? 2 : 0;
        }
        return kind == Kind::Mass || kind == Kind::KeyNorm || kind == Kind::Average ? 1 : 0;
    }
};

/// Steps of a cascade (POLICIES.md, section 4): which tokens compete follows from token indices alone, so it is known
/// beforehand. Never changed once a rule has it.
struct StepPlan {
    /// One token's step. The token with `younger` younger ones and the next older one compete for a place. Then the
    /// oldest tokens leave, until `accounted` are held. Sinks stay.
    struct Step {
        std::int32_t accounted = -1;  ///< -1: nothing leaves, however many are held
        std::int32_t younger = -1;    ///< -1: there is no contest
        std::int32_t reason = 0;      ///< of the edit, among `reasons`
    };
    std::int64_t first = 0;  ///< token of the first step
    std::vector<Step> steps;
    std::vector<std::string> reasons;

    [[nodiscard]] bool has(std::int64_t token) const {
        return token >= first && token < first + static_cast<std::int64_t>(steps.size());
    }
    [[nodiscard]] const Step& of(std::int64_t token) const { return steps[static_cast<std::size_t>(token - first)]; }
};

/// Cut of rule B3 (POLICIES.md, section B) of every unit that holds at least its budget + `every` tokens, or a plan.
struct StepRule {
    StepScore score;
    std::vector<std::int64_t> budgets;  ///< as in Report; kUnlimited: that one is never cut
    bool budgetsPerUnit = false;
    std::int64_t every = 1;  ///< 0: nothing is ever cut, and there need be no budgets
    /// With maxDrop > 0, at most that many leave at once, but no more than budget + slack stay.
    std::int64_t maxDrop = 0, slack = 0;
    std::int64_t sinks = 0, recent = 0;  ///< as in Protection
    bool showsScores = true;             ///< of the edit: its scores are recorded
    std::string reason;                  ///< of the edit, without a plan
    /// In place of budgets; `recent` tokens never leave by age. Two rules are the same only if they share it.
    std::shared_ptr<const StepPlan> plan;
    bool compares = true;          ///< of a contest: the score of the carried, younger token has to be the larger one
    bool carriedWinsTies = false;  ///< also of contests without comparison

    [[nodiscard]] bool operator==(const StepRule&) const = default;
    /// Returns false if it says nothing about the step of this token.
    [[nodiscard]] bool covers(std::int64_t token) const { return plan == nullptr || plan->has(token); }
    [[nodiscard]] const std::string& reasonOf(std::int64_t token) const {
        return plan == nullptr ? reason : plan->reasons[static_cast<std::size_t>(plan->of(token).reason)];
    }
    /// Returns how many of `held` tokens stay in a unit with this budget, without a plan.
    [[nodiscard]] std::int64_t kept(std::int64_t held, std::int64_t budget) const {
        if (every == 0 || held - budget < every) {
            return held;
        }
        return maxDrop == 0 ? budget : std::min(std::max(held - maxDrop, budget), budget + slack);
    }
};

/// Result of a rule in a step.
struct StepOutcome {
    std::int64_t seen = 0;       ///< as in Observation
    bool cutFirst = false;       ///< unit 0 of layer 0 was cut
    std::int64_t cuts = 0;       ///< units that were cut
    std::int64_t closeCuts = 0;  ///< of them, with pooled scores, those that rounding may have decided
};

}  // namespace kvw::sdk
