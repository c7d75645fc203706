// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/spike_spec.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/analysis/spike.h"
#include "core/session/spec/lane_choice.h"
#include "core/session/spec/run_changes.h"

namespace kvw {
namespace {

/// Returns the step nearest to `step` at which the policy evicted a token of the decode; -1: there is none.
std::int64_t nearestPrune(const Trace& trace, std::int64_t step, std::int64_t prompt) {
    std::int64_t nearest = -1;
    for (const std::int32_t each : trace.pruneSteps()) {
        if (each >= prompt && each < trace.steps() && prunedAt(trace, each) &&
            (nearest < 0 || std::abs(each - step) < std::abs(nearest - step))) {
            nearest = each;
        }
    }
    return nearest;
}

Result<void> checkEvent(const Recording& parent, std::int32_t lane, std::int64_t step) {
    if (!parent.hasTrace(lane)) {
        return fail(Code::BadUsage, "spike", "there is no such lane", std::to_string(lane));
    }
    const Trace& trace = parent.trace(lane);
    const std::int64_t prompt = parent.description().promptTokens;
    if (step >= prompt && step < trace.steps() && prunedAt(trace, step)) {
        return {};
    }
    const std::int64_t nearest = nearestPrune(trace, step, prompt);
    const Phrase expected = nearest < 0 ? phrase("a run whose policy evicts behind the prompt")
                                        : phrase("such a step; the nearest is %1", nearest);
    return step < prompt ? fail(Code::BadUsage, "spike",
                                "a prune of the prompt cannot be taken apart: what is read in one piece is pruned in "
                                "one piece",
                                phrase("token %1", step), expected)
                         : fail(Code::BadUsage, "spike", "the policy evicted nothing at this step",
                                phrase("token %1", step), expected);
}

/// Returns the lane up to the event, once for each way to prune.
Result<std::vector<std::string>> branchesOf(const Recording& parent, std::int32_t lane, std::int64_t step) {
    // A parameter that was changed at the step itself may be the reason for the event.
    KVW_TRY_ASSIGN(auto chain, chainBefore(parent, lane, step + 1));
    const bool ranks = laneRunOf(settingsOf(parent.description(), lane)).positions == Positions::CacheRank;
    std::vector<std::string> branches;
    for (const Pruning how : {Pruning::Off, Pruning::EvictOnly, Pruning::PhasesOnly, Pruning::Once}) {
        if (ranks || how == Pruning::Off || how == Pruning::Once) {
            PolicyChain branch = chain;
            const auto* const word = std::ranges::find(kPruningWords, how, &std::pair<Pruning, std::string_view>::first);
            branch.changes.push_back({step, RunChange::Kind::Prune, {}, std::string(word->second)});
            branches.push_back(toText(branch));
        }
    }
    return branches;
}

}  // namespace

Result<RunSpec> spikeSpec(const Recording& parent, std::int32_t lane, std::int64_t step, std::int64_t tokens,
                          const RunSpec& like) {
    KVW_TRY(checkEvent(parent, lane, step));
    const RunDescription& run = parent.description();
    const bool generated = run.mode == "generate";
    KVW_TRY_ASSIGN(const auto branches, branchesOf(parent, lane, step));
    KVW_TRY_ASSIGN(auto spec, forkSpec(parent, lane, step, {{step, RunChange::Kind::Prune, {}, "off"}}, like,
                                       generated ? ForkText::Parents : ForkText::Own));
    const std::int64_t last = generated ? parent.trace(lane).steps() : std::ssize(run.tokenIds);
    const std::int64_t end = std::min(step + 2 + std::max<std::int64_t>(tokens, 1), last);
    if (end <= step + 2) {
        return fail(Code::BadUsage, "spike", "no token follows that the event could have an effect on",
                    phrase("token %1", step), phrase("a step before %1", last - 2));
    }
    spec.policies.pop_back();
    spec.policies.insert(spec.policies.end(), branches.begin(), branches.end());
    spec.steps = end - run.promptTokens;
    spec.device = "cpu";
    return spec;
}

}  // namespace kvw
