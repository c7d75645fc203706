// SPDX-License-Identifier: Apache-2.0
/// The two variants of Adap-KV, and the budget `adap-gini` of compositions.
#pragma once

#include <memory>

#include "core/policy/sdk/policy.h"

namespace kvw::adap {

/// Creates the policy as written in the thesis (POLICIES.md, 6a).
[[nodiscard]] std::unique_ptr<sdk::Policy> as_written(const sdk::Parameters& parameters);
/// Creates the policy as in the author's code (POLICIES.md, 6b).
[[nodiscard]] std::unique_ptr<sdk::Policy> as_coded(const sdk::Parameters& parameters);
/// Creates the budget from Gini coefficients (POLICIES.md, C).
[[nodiscard]] std::unique_ptr<sdk::BudgetAllocator> gini_budget(const sdk::Parameters& parameters);

}  // namespace kvw::adap
