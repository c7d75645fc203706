// SPDX-License-Identifier: Apache-2.0
/// What a lane goes through, as one text: the policy it starts with, and behind slashes its own settings and what
/// changes in mid-run, at which token. "streaming:recent=256/positions=cache-rank/recent=64@512/h2o:heavy=64@700"
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/decode/fork_text.h"
#include "core/decode/lane_choice.h"
#include "core/decode/run_change.h"
#include "core/decode/run_spec.h"
#include "core/policy/host/catalog.h"
#include "core/trace/recording.h"

namespace kvw {

/// A policy, then its changes in order of step.
struct PolicyChain {
    std::string policy;
    std::vector<RunChange> changes;
    LaneChoice own{};     ///< positions and prefill of the lane, where they are not the run's
    bool native = false;  ///< "/native": what is not chosen is as the policy's manifest declares
    [[nodiscard]] bool operator==(const PolicyChain&) const = default;
};

/// "recent=64", "h2o:heavy=64", "evict=12,20-25" or "capture=maps": a change without its place.
[[nodiscard]] std::string whatChanges(const RunChange& change);
[[nodiscard]] std::string toText(const PolicyChain& chain);
/// Errors: BadUsage, which says what is expected. Policies and parameters are looked at when the run starts.
[[nodiscard]] Result<PolicyChain> parseChain(const std::string& text);
/// WHAT of WHAT@STEP.
[[nodiscard]] Result<RunChange> parseChange(const std::string& what, std::int64_t step);
/// Policies in canonical form, native settings by their values. Errors: those of parseChain, resolvePolicy and
/// nativeChoice.
[[nodiscard]] Result<PolicyChain> resolveChain(const Catalog& catalog, const std::string& text);
/// Whether it is the full cache, canonical, of which at most what is recorded changes, with any settings: what others
/// are compared with.
[[nodiscard]] bool isFullCache(const PolicyChain& chain);
/// Of a text; one that is no chain is not.
[[nodiscard]] bool isFullCache(const std::string& text);
/// Whether it is done to tokens by hand.
[[nodiscard]] bool byHand(RunChange::Kind kind) noexcept;

/// Tokens [begin, end) that are read together: a prompt in one piece, or in chunks; behind it one token at a time. A
/// policy decides behind them, so what changes at any of them changes at the first.
struct ReadTogether {
    std::int64_t begin = 0, end = 0;
    [[nodiscard]] bool operator==(const ReadTogether&) const = default;
};
/// Those with token `step` of a lane.
[[nodiscard]] ReadTogether readTogether(const RunDescription& run, std::int32_t lane, std::int64_t step);

/// What makes the policy at the end of `chain` that of `policyText` from token `step` on. The same policy with other
/// live parameters goes on with all it knows; anything else takes the cache over. `nothingRead`: no token is read
/// before, so it is the policy of the run, whatever it is. Empty where they are the same.
[[nodiscard]] Result<std::vector<RunChange>> changesTo(const Catalog& catalog, const PolicyChain& chain,
                                                       const std::string& policyText, std::int64_t step,
                                                       bool nothingRead = false);

/// The sentence for a policy that takes a cache over behind the prompt and cannot.
[[nodiscard]] Error decidesOnPrompt(const std::string& who, std::int64_t step);

/// Everything of a specification that a recording tells, with its token ids as the text and the embedded model.
[[nodiscard]] RunSpec specOf(const RunDescription& description);
/// The lane that is meant where none is named: that of a run of one, the second beside the full cache; -1: neither.
[[nodiscard]] std::int32_t onlyPolicy(const RunSpec& spec);
/// What lane `lane` of a recording went through before token `step`, parameters that were turned included.
[[nodiscard]] Result<PolicyChain> chainBefore(const Recording& parent, std::int32_t lane, std::int64_t step);
/// The last token of a lane that can be the first of a fork; -1: none can, or there is no such lane. A run that goes on
/// can be forked behind what it has read.
[[nodiscard]] std::int64_t lastFork(const Recording& parent, std::int32_t lane);
/// Errors: BadUsage for a step beyond that, and for hands or another recording in the prompt.
[[nodiscard]] Result<void> checkForkAt(const Recording& parent, std::int32_t lane, std::int64_t step,
                                       const std::vector<RunChange>& changes);
/// The specification that makes this lane again up to token `step` and goes on with `changes`, beside the full lane
/// where the run has one. In the prompt they act from the first token that is read together with `step`; before all
/// others that is the run with another policy, the one change there can be. Model and text are those of `like`, the
/// rest is the recording's; with ForkText::Parents a fork of a run that generates reads what that one has generated.
/// Errors: those of `checkForkAt` and `readParentsText`; BadUsage where nothing changes.
[[nodiscard]] Result<RunSpec> forkSpec(const Recording& parent, std::int32_t lane, std::int64_t step,
                                       const std::vector<RunChange>& changes, const RunSpec& like,
                                       ForkText text = ForkText::Own);

/// Whether a run has the model and the text of the one it was forked from, or reads what that one generated. Errors:
/// BadInput.
[[nodiscard]] Result<void> checkSameText(const Recording& parent, const Recording& fork);
/// A warning of the fork if a token before `step` is not what it was in its parent, which another machine or version
/// may have made. Lanes are found by the policies they start with; one that reads what another lane of its parent
/// generated is compared with none.
void reportUnequal(const Recording& parent, Recording& fork, std::int64_t step);
/// The shipped text of that hash; empty: there is none.
[[nodiscard]] std::filesystem::path shippedText(const std::string& hash);

}  // namespace kvw
