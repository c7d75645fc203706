// SPDX-License-Identifier: Apache-2.0
/// `adap-gini`: Gini-driven budgets for compositions (POLICIES.md, C).
#pragma once

#include <memory>

#include "core/policy/sdk/policy.h"

namespace kvw::adap {

[[nodiscard]] std::unique_ptr<sdk::BudgetAllocator> gini_budget(const sdk::Parameters& parameters);

}  // namespace kvw::adap
