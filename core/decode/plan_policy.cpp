// SPDX-License-Identifier: Apache-2.0
#include "core/decode/plan_policy.h"

#include <algorithm>

#include "core/policy/host/combination.h"

namespace kvw {

Result<PolicyPlan> planPolicy(const PlanRequest& request, const Catalog& catalog, PluginLoader& loader) {
    const auto policy = resolvePolicy(catalog, request.policy);
    if (!policy) {
        return tl::unexpected(policy.error());
    }
    RunTraits traits;
    traits.streamingPrefill = request.streamingPrefill;
    if (auto together = goesTogether(*policy, traits); !together) {
        return tl::unexpected(together.error());
    }
    auto created = loader.create(*policy);
    if (!created) {
        return tl::unexpected(created.error());
    }
    GuardedParts parts = guardParts(std::move(*created), *policy, &catalog.paths());
    sdk::RunInfo run;
    run.shape = {request.layers, request.queryHeads, request.kvHeads, request.headDim};
    run.cacheRankPositions = request.cacheRank;
    run.layerMajor = !request.streamingPrefill;
    run.promptTokens = request.promptTokens;
    auto report = parts.policy.begin(run).and_then([&] { return parts.policy.report(); });
    if (!report) {
        return tl::unexpected(report.error());
    }
    PolicyPlan plan{{}, std::move(report->warnings), std::move(report->notes)};
    const auto layers = static_cast<std::size_t>(request.layers);
    if (!report->budgetsPerUnit && report->budgets.size() == layers) {
        plan.budgets = std::move(report->budgets);
        for (std::int64_t& budget : plan.budgets) {
            budget += report->besideBudgets;
        }
    }
    return plan;
}

}  // namespace kvw
