// SPDX-License-Identifier: Apache-2.0
/// CAKE's indicator and its preferences as parts of compositions (POLICIES.md, C).
#pragma once

#include <memory>

#include "core/policy/sdk/policy.h"

namespace kvw::cake {

/// `cake-indicator`.
[[nodiscard]] std::unique_ptr<sdk::Scorer> indicator_scorer(const sdk::Parameters& parameters);
/// `cake-preference`.
[[nodiscard]] std::unique_ptr<sdk::BudgetAllocator> preference_budget(const sdk::Parameters& parameters);

}  // namespace kvw::cake
