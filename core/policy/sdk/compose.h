// SPDX-License-Identifier: Apache-2.0
/// Makes one policy of a scorer, a budget, a protection and a schedule (POLICIES.md, section C). Several named policies
/// are presets of it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/policy/sdk/policy.h"
#include "core/policy/sdk/rule_policy.h"

namespace kvw::sdk {

struct Composition {
    std::unique_ptr<Scorer> scorer;
    std::unique_ptr<BudgetAllocator> budget;
    Protection protection;
    /// Schedule. 0: once, after the prompt; 1: every step; R: when a unit holds at least budget + R tokens.
    std::int64_t cutInterval = 0;
    /// Changes the parts in place for live tuning; may replace them. If it throws, it must have changed nothing. Empty:
    /// nothing is tunable during the run. `values` holds all parameters of a named policy, changed or not; for a
    /// composition made by the host, those of the parts with the prefixes "scorer." and "budget.", and the
    /// composition's own sinks and recent. Afterwards `begin` is called on the scorer, and on the budget if it is
    /// independent of observations; budgets computed from the prompt stay.
    std::function<void(const Parameters& values, Composition& composition)> retune;
    /// Findings of the policy about its own parameters (clamps, inert knobs); added to the report.
    std::vector<Finding> warnings;
};

/// Returns an allocator, independent of observations, that gives every layer the same total, max(1, capacity).
[[nodiscard]] std::unique_ptr<BudgetAllocator> uniform_budget(std::int64_t capacity);

/// Returns an allocator, independent of observations, with the budget of the one-shot policies (POLICIES.md A):
/// `capacity`, or int(S * (1 - removed)) if that is 0; at least 1, at most S, and S in the first `skipLayers` layers.
/// Warns if the capacity exceeds the prompt.
[[nodiscard]] std::unique_ptr<BudgetAllocator> one_shot_allocator(std::int64_t capacity, double removed,
                                                                  std::int64_t skipLayers = 0);

/// Returns the composition as one policy. Throws std::invalid_argument, with a sentence, for parts that do not go
/// together: a once-only scorer with another schedule, budgets per unit with a scorer per layer, a budget with needs
/// that only scorers have, a negative `cutInterval`. The cut is rule B3 with the unit's budget. Budgets are computed
/// once, after the last layer of the prompt. In streaming prefill, budgets that are independent of observations hold
/// from the first chunk, with S as the tokens seen so far; a chunk before the last one is cut where a unit holds at
/// least budget + `cutInterval` tokens.
[[nodiscard]] std::unique_ptr<Policy> compose(Composition composition);

}  // namespace kvw::sdk
