// SPDX-License-Identifier: Apache-2.0
/// A lane's policy chain as one text: the policy it starts with, then after slashes its own settings and its changes in
/// mid-run, each with its token. "streaming:recent=256/positions=cache-rank/recent=64@512/h2o:heavy=64@700"
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"
#include "core/session/spec/fork_text.h"
#include "core/session/spec/lane_choice.h"
#include "core/session/spec/run_change.h"
#include "core/session/spec/run_spec.h"
#include "core/trace/recording.h"

namespace kvw {

/// A policy, then its changes in order of step.
struct PolicyChain {
    std::string policy;
    std::vector<RunChange> changes;
    LaneChoice own{};     ///< positions and prefill of the lane, if they are not the run's
    bool native = false;  ///< "/native": settings not in `own` are those of the policy's manifest
    [[nodiscard]] bool operator==(const PolicyChain&) const = default;
};

/// Returns a change without its step: "recent=64", "h2o:heavy=64", "evict=12,20-25", "prune=off" or "capture=maps".
[[nodiscard]] std::string whatChanges(const RunChange& change);
[[nodiscard]] std::string toText(const PolicyChain& chain);
/// Parses a chain; its policies and parameters are checked when the run starts. Errors: BadUsage, which says what is
/// expected.
[[nodiscard]] Result<PolicyChain> parseChain(const std::string& text);
/// Parses the WHAT of WHAT@STEP.
[[nodiscard]] Result<RunChange> parseChange(const std::string& what, std::int64_t step);
/// Parses a chain, with policies in canonical form and native settings replaced by their values. Errors: those of
/// parseChain, resolvePolicy and nativeChoice.
[[nodiscard]] Result<PolicyChain> resolveChain(const Catalog& catalog, const std::string& text);
/// Returns the chains with the noise of these words ("ulp:8") in all that choose none themselves; no words: as they
/// are. Errors: those of parseChain; BadUsage for other words.
[[nodiscard]] Result<std::vector<std::string>> withJitter(std::vector<std::string> chains, const std::string& words);
/// Returns true if the chain is the full cache in canonical form, with any settings, and only its recording changes:
/// other lanes are compared with such a lane.
[[nodiscard]] bool isFullCache(const PolicyChain& chain);
/// Does the same for a text; false if it is no chain.
[[nodiscard]] bool isFullCache(const std::string& text);
/// Returns the first of the policies that is the full cache; empty: none is.
[[nodiscard]] std::string fullCacheIn(const std::vector<std::string>& policies);
/// Returns true if tokens, or what the policy evicts, are changed by hand.
[[nodiscard]] bool byHand(RunChange::Kind kind) noexcept;

/// Tokens [begin, end) that are read together: a prompt in one piece or a chunk of it; after the prompt one token. A
/// policy decides after them, so a change at any of them takes effect at the first.
struct ReadTogether {
    std::int64_t begin = 0, end = 0;
    [[nodiscard]] bool operator==(const ReadTogether&) const = default;
};
/// Returns the tokens of a lane that are read together with token `step`.
[[nodiscard]] ReadTogether readTogether(const RunDescription& run, std::int32_t lane, std::int64_t step);

/// Returns the changes that make the policy at the end of `chain` that of `policyText` from token `step` on. The same
/// policy with other live parameters keeps its state; any other one takes the cache over. `nothingRead`: no token is
/// read before, so the run simply has the other policy. Empty: the policies are the same.
[[nodiscard]] Result<std::vector<RunChange>> changesTo(const Catalog& catalog, const PolicyChain& chain,
                                                       const std::string& policyText, std::int64_t step,
                                                       bool nothingRead = false);

/// Returns the error of a policy that would take a cache over after the prompt and cannot.
[[nodiscard]] Error decidesOnPrompt(const std::string& who, std::int64_t step);

/// Returns the specification that a recording describes, with its token ids as the text, and the embedded model.
[[nodiscard]] RunSpec specOf(const RunDescription& description);
/// Returns the lane that is meant if none is named: the only one, or the second one beside the full cache; -1: neither.
[[nodiscard]] std::int32_t onlyPolicy(const RunSpec& spec);
/// Returns the chain of a recording's lane before token `step`, with the parameters and capture levels that were
/// changed while it ran.
[[nodiscard]] Result<PolicyChain> chainBefore(const Recording& parent, std::int32_t lane, std::int64_t step);
/// Returns the last token of a lane that can be the first of a fork; -1: none can, or there is no such lane. A run that
/// is not finished can be forked after what it has read.
[[nodiscard]] std::int64_t lastFork(const Recording& parent, std::int32_t lane);
/// Checks that a fork can begin at token `step`. Errors: BadUsage for a step beyond lastFork; in the prompt for changes
/// by hand or of recording, and in what is read together with token 0 for parameters.
[[nodiscard]] Result<void> checkForkAt(const Recording& parent, std::int32_t lane, std::int64_t step,
                                       const std::vector<RunChange>& changes);
/// Returns the specification that repeats this lane up to token `step` and continues with `changes`, beside the full
/// lane if the run has one. In the prompt the changes take effect at the first token that is read together with `step`;
/// if that is token 0, the only possible change is another policy for the whole run. Model and text are those of
/// `like`, the rest is the recording's; with ForkText::Parents a fork of a run that generates reads what that run has
/// generated. Errors: those of `checkForkAt` and `readParentsText`; BadUsage if nothing changes.
[[nodiscard]] Result<RunSpec> forkSpec(const Recording& parent, std::int32_t lane, std::int64_t step,
                                       const std::vector<RunChange>& changes, const RunSpec& like,
                                       ForkText text = ForkText::Own);

/// Checks that a fork has the model and the text of its parent, or reads what the parent generated. Errors: BadInput.
[[nodiscard]] Result<void> checkSameText(const Recording& parent, const Recording& fork);
/// Adds a warning to the fork if a token before `step` is not what it was in its parent, which another machine or
/// version may have made. Lanes are matched by the policies they start with; one that reads what another lane of its
/// parent generated is compared with none.
void reportUnequal(const Recording& parent, Recording& fork, std::int64_t step);
/// Returns the question that was asked behind the text of the run; none: there was none, or runs that were set side by
/// side.
[[nodiscard]] std::optional<std::string> questionOf(const RunDescription& run);
/// Returns the shipped text with that hash; empty: there is none.
[[nodiscard]] std::filesystem::path shippedText(const std::string& hash);

}  // namespace kvw
