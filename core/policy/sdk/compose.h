// SPDX-License-Identifier: Apache-2.0
/// Scorer x budget x protection x schedule as one policy (POLICIES.md, section C); the named policies are presets of
/// it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/policy/sdk/policy.h"

namespace kvw::sdk {

/// A budget that no unit reaches: its layer is never cut. Reported as the tokens seen so far.
inline constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

struct Composition {
    std::unique_ptr<Scorer> scorer;
    std::unique_ptr<BudgetAllocator> budget;
    Protection protection;
    /// 0: once, after the prompt; 1: every step; R: when a unit holds at least budget + R tokens.
    std::int64_t every = 0;
    /// Live tuning: changes the parts in place (may exchange them; what it throws changes nothing). Empty: nothing is
    /// tunable while it runs. `values` holds every parameter of a named policy, changed or not; of a composition the
    /// host made, those of its parts with the prefixes "scorer." and "budget.", and its own sinks and recent.
    /// Afterwards `begin` is called on the scorer, and on the budget if it is immediate: budgets that came from the
    /// prompt stay.
    std::function<void(const Parameters& values, Composition& composition)> retune;
    /// What the policy found out about its own parameters (clamps, inert knobs); joins the report.
    std::vector<std::string> warnings;
};

/// The same total for every layer: max(1, capacity). Immediate.
[[nodiscard]] std::unique_ptr<BudgetAllocator> uniform_budget(std::int64_t capacity);

/// Budget of the one-shot policies (POLICIES.md A): `capacity`, or int(S * (1 - removed)) where it is 0; at least 1, at
/// most S, and S in the first `skipLayers` layers. Immediate. Warns where the capacity exceeds the prompt.
[[nodiscard]] std::unique_ptr<BudgetAllocator> one_shot_allocator(std::int64_t capacity, double removed,
                                                                  std::int64_t skipLayers = 0);

/// Throws std::invalid_argument, with a sentence, for parts that do not go together: a once-only scorer with another
/// schedule, budgets per unit with a scorer per layer, a negative `every`. The cut is rule B3 with the unit's budget.
/// Budgets are computed once, after the last layer of the prompt (streaming prefill: an immediate allocator's budgets
/// hold from the first chunk, with S counted as the tokens seen; a chunk before the last one is cut where a unit holds
/// at least budget + `every`).
[[nodiscard]] std::unique_ptr<Policy> compose(Composition composition);

}  // namespace kvw::sdk
