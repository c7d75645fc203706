// SPDX-License-Identifier: Apache-2.0
#include "core/engine/prepare_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/policy/host/bibtex.h"
#include "core/policy/host/choice/effective_values.h"
#include "core/policy/host/choice/prompt_share.h"
#include "core/trace/token_list.h"

namespace kvw {
namespace {

using PlannedChange = LockstepRun::Setup::PlannedChange;
using Kind = RunChange::Kind;

/// Returns true for a change that can be made between two chunks of the prompt.
bool inPrompt(const RunChange& change, const LaneMaking& making) {
    return making.chunk > 0 && change.step > 0 && change.step < making.prompt && change.step % making.chunk == 0 &&
           (change.kind == Kind::Parameter || change.kind == Kind::Policy);
}

Result<void> checkPlace(const RunChange& change, bool compared, const LaneMaking& making) {
    if (!inPrompt(change, making) && (change.step < making.prompt || change.step >= making.total)) {
        if (making.chunk > 0 && change.step < making.prompt) {
            return fail(Code::BadUsage, whatChanges(change),
                        "while a prompt is read in chunks, only parameters and policies can change, and only where a "
                        "chunk begins",
                        phrase("token %1", change.step), phrase("a multiple of %1", making.chunk));
        }
        return fail(
            Code::BadUsage, whatChanges(change),
            making.total > making.prompt
                ? "nothing can be changed there: the prompt is read in one piece, then tokens are decoded one "
                  "by one"
                : "nothing can be changed in a run that decodes nothing",
            phrase("token %1", change.step),
            making.total > making.prompt ? phrase("a step from %1 to %2", making.prompt, making.total - 1) : Phrase());
    }
    if (compared && change.kind != Kind::Parameter && change.kind != Kind::Capture) {
        return fail(Code::BadUsage, whatChanges(change),
                    "the full cache that the other lanes are compared with cannot be changed", phrase("lane %1", 0),
                    "another lane");
    }
    return {};
}

Result<void> turn(const RunChange& change, ResolvedPolicy& policy) {
    const bool live = isLive(policy, change.name);
    KVW_TRY(setParameter(policy, change.name, change.value));
    if (!live) {
        return fail(Code::BadUsage, policy.id(), phrase("'%1' cannot be changed during the run", change.name),
                    whatChanges(change), "a live parameter, or a policy with all of its parameters");
    }
    return {};
}

Result<void> lay(const RunChange& change, const CachedAttention& attention) {
    if (change.kind == Kind::Prune) {
        return attention.checkPruning(pruningNamed(change.value).value_or(Pruning::Off));
    }
    KVW_TRY(attention.checkManualEdit(change.kind));
    const auto tokens = parseTokenList(change.value);
    if (!tokens || tokens->back() >= change.step) {
        return fail(Code::BadUsage, whatChanges(change), "there are no such tokens yet", change.value,
                    phrase("tokens before %1", change.step));
    }
    return {};
}

/// Checks that the cache is still as its policy left it: behind a part of a prune, phases are no ranks any more, so they
/// cannot be counted anew for another policy or a token that comes back.
Result<void> checkBehindPrune(const RunChange& change) {
    if (change.kind != Kind::Policy && change.kind != Kind::Restore && change.kind != Kind::Prune) {
        return {};
    }
    return fail(Code::BadUsage, whatChanges(change),
                "nothing of the kind is possible behind a change of how the lane prunes", phrase("token %1", change.step),
                "parameters, evictions by hand, or a step before that change");
}

Result<std::unique_ptr<CachedAttention>> successor(const ResolvedPolicy& policy, std::int64_t step,
                                                   const CachedAttention& before, const LaneMaking& making) {
    KVW_TRY_ASSIGN(auto created, making.loader.create(forModel(inTokens(policy, making.prompt), making.context)));
    GuardedParts parts = guardParts(std::move(created), policy, &making.catalog.paths());
    KVW_TRY_ASSIGN(const auto streaming, parts.policy.acceptsStreaming());
    if (!streaming) {
        return tl::unexpected(decidesOnPrompt(parts.policy.who(), step));
    }
    AttentionOptions options = making.options;
    options.layerMajor = false;
    options.promptTokens = std::max(step + 1, making.prompt);
    options.found = before.granularity();
    auto next = CachedAttention::make(options, std::move(parts), making.rope, making.pool);
    if (!next) {
        return next;
    }
    KVW_TRY((*next)->checkTakeOver(before));
    return next;
}

}  // namespace

void describeLane(const ResolvedPolicy& policy, const CachedAttention& attention, LaneInfo& lane) {
    lane.policyId = policy.id();
    lane.policyVersion = policy.version();
    lane.policyText = policy.text;
    lane.parameters = policy.parametersJson();
    lane.references = toJson(referencesOf(policy));
    lane.sinks = attention.policy().protection().sinks;
    lane.recent = attention.policy().protection().recent;
    lane.queryHeadUnits = attention.granularity() == sdk::Granularity::QueryHead;
}

Result<void> prepareChanges(const PolicyChain& chain, std::size_t lane, bool compared, const LaneMaking& making,
                            ResolvedPolicy policy, const CachedAttention*& attention, LaneInfo& info,
                            std::deque<PlannedChange>& all) {
    bool pruned = false;
    std::int64_t tookOver = -1;  // the last step at which another policy did
    for (const RunChange& change : chain.changes) {
        PlannedChange due{change, lane, nullptr, std::nullopt};
        KVW_TRY(pruned ? checkBehindPrune(change) : Result<void>{});
        pruned = pruned || change.kind == Kind::Prune;
        tookOver = change.kind == Kind::Policy ? change.step : tookOver;
        if (change.kind == Kind::Prune && tookOver == change.step) {
            return fail(Code::BadUsage, whatChanges(change),
                        "a policy takes over with this token, and what it evicts there cannot be taken apart",
                        phrase("token %1", change.step), "a later step");
        }
        KVW_TRY(checkPlace(change, compared, making).and_then([&]() -> Result<void> {
            return change.kind == Kind::Parameter ? turn(change, policy)
                   : byHand(change.kind)          ? lay(change, *attention)
                                                  : Result<void>{};
        }));
        if (change.kind == Kind::Policy) {
            KVW_TRY_ASSIGN(auto resolved, resolvePolicy(making.catalog, change.value));
            KVW_TRY_ASSIGN(auto next, successor(resolved, change.step, *attention, making));
            LaneInfo after;
            describeLane(inTokens(resolved, making.prompt), *next, after);
            after.policyId = info.policyId + '>' + after.policyId;
            after.policyVersion = info.policyVersion + '>' + after.policyVersion;
            after.given = info.given;
            after.references.insert(after.references.begin(), info.references.begin(), info.references.end());
            info = std::move(after);
            due.policy = resolved;
            due.next = std::move(next);
            attention = due.next.get();
            policy = std::move(resolved);
        } else if (byHand(change.kind) && info.policyId == "full") {
            // A cache that was changed by hand is no full cache that others could be compared with.
            info.policyId += ">by-hand";
        }
        all.push_back(std::move(due));
    }
    info.policyText = toText(PolicyChain{chain.policy, chain.changes});  // the lane's settings are stored beside it
    std::stable_sort(all.begin(), all.end(),
                     [](const PlannedChange& a, const PlannedChange& b) { return a.change.step < b.change.step; });
    return {};
}

}  // namespace kvw
