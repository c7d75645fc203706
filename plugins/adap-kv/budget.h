// SPDX-License-Identifier: Apache-2.0
/// Budget `adap-gini` of compositions (POLICIES.md, C): budgets from Gini coefficients.
#pragma once

#include <memory>

#include "core/policy/sdk/policy.h"

namespace kvw::adap {

[[nodiscard]] std::unique_ptr<sdk::BudgetAllocator> gini_budget(const sdk::Parameters& parameters);

}  // namespace kvw::adap
