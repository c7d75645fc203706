// SPDX-License-Identifier: Apache-2.0
/// Asks a policy for its plan: the policy is made and begun as for a run, then discarded.
#pragma once

#include "core/base/error.h"
#include "core/policy/host/loading/loader.h"
#include "core/session/policy_plan.h"

namespace kvw {

/// Returns the plan. Errors: those of the policy text, of settings that do not go together, of the plugin. Thread:
/// inference thread.
[[nodiscard]] Result<PolicyPlan> planPolicy(const PlanRequest& request, const Catalog& catalog, PluginLoader& loader);

}  // namespace kvw
