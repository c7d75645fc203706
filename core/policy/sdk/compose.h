// SPDX-License-Identifier: Apache-2.0
/// Scorer x budget x protection x schedule as one policy (POLICIES.md, section C); the named policies are presets of it.
#pragma once

#include <memory>

#include "core/policy/sdk/policy.h"

namespace kvw::sdk {

struct Composition {
    std::unique_ptr<Scorer> scorer;
    std::unique_ptr<BudgetAllocator> budget;
    Protection protection;
    /// 0: once, after the prompt; 1: every step; R: when a unit holds at least budget + R tokens.
    std::int64_t every = 0;
};

/// The cut is rule B3 with the unit's budget. Budgets are computed once, after the last layer of the prompt (streaming prefill: an
/// immediate allocator's budgets hold from the first chunk, with S counted as the tokens seen).
[[nodiscard]] std::unique_ptr<Policy> compose(Composition composition);

}  // namespace kvw::sdk
