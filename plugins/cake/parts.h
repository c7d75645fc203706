// SPDX-License-Identifier: Apache-2.0
/// CAKE's indicator as scorer and its preferences as budget of compositions (POLICIES.md, C).
#pragma once

#include <memory>

#include "core/policy/sdk/policy.h"

namespace kvw::cake {

/// Creates the scorer `cake-indicator`.
[[nodiscard]] std::unique_ptr<sdk::Scorer> indicator_scorer(const sdk::Parameters& parameters);
/// Creates the budget `cake-preference`.
[[nodiscard]] std::unique_ptr<sdk::BudgetAllocator> preference_budget(const sdk::Parameters& parameters);

}  // namespace kvw::cake
