// SPDX-License-Identifier: Apache-2.0
#include "core/engine/policy/plan_policy.h"

#include <algorithm>

#include "core/engine/policy/reencode.h"
#include "core/policy/host/choice/combination.h"
#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/choice/prompt_share.h"

namespace kvw {

namespace {

/// Checks the parts as it is done when the attention of a run is made.
Result<sdk::Needs> checkParts(const PlanRequest& request, const GuardedParts& parts) {
    const auto needs = parts.policy.needs();
    const auto streams = parts.policy.acceptsStreaming();
    if (!needs || !streams) {
        return tl::unexpected(!needs ? needs.error() : streams.error());
    }
    if (request.streamingPrefill && !*streams) {
        return tl::unexpected(needsWholePrompt(parts.policy.who()));
    }
    if (needs->reencode) {
        KVW_TRY(checkReencoding(*needs, parts));
    }
    if (parts.codec) {
        KVW_TRY(parts.codec->layout(request.headDim));
    }
    return *needs;
}

}  // namespace

Result<PolicyPlan> planPolicy(const PlanRequest& request, const Catalog& catalog, PluginLoader& loader) {
    KVW_TRY_ASSIGN(const auto policy, resolvePolicy(catalog, request.policy));
    RunTraits traits;
    traits.streamingPrefill = request.streamingPrefill;
    KVW_TRY(checkCompatible(policy, traits));
    KVW_TRY_ASSIGN(auto created, loader.create(forModel(inTokens(policy, request.promptTokens), request.context)));
    GuardedParts parts = guardParts(std::move(created), policy, &catalog.paths());
    KVW_TRY_ASSIGN(const auto needs, checkParts(request, parts));
    sdk::RunInfo run;
    run.shape = {request.layers, request.queryHeads, request.kvHeads, request.headDim};
    run.cacheRankPositions = request.cacheRank || needs.reencode;
    run.layerMajor = !request.streamingPrefill;
    run.promptTokens = request.promptTokens;
    run.rope.enabled = !request.inverseFrequency.empty();
    run.rope.rotaryDim = 2 * static_cast<std::int64_t>(request.inverseFrequency.size());
    run.rope.inverseFrequency.assign(
        static_cast<std::size_t>(run.shape.layers),
        std::vector<double>(request.inverseFrequency.begin(), request.inverseFrequency.end()));
    KVW_TRY_ASSIGN(auto report, parts.policy.begin(run).and_then([&] { return parts.policy.report(); }));
    PolicyPlan plan{{}, std::move(report.warnings), std::move(report.notes)};
    const auto layers = static_cast<std::size_t>(request.layers);
    if (!report.budgetsPerUnit && report.budgets.size() == layers) {
        plan.budgets = std::move(report.budgets);
        for (std::int64_t& budget : plan.budgets) {
            budget += report.extraTokensPerUnit;
        }
    }
    return plan;
}

}  // namespace kvw
