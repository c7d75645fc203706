// SPDX-License-Identifier: Apache-2.0
/// Computes from a policy's parameters how many tokens and bytes it keeps, before anything runs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/policy/host/choice/choice.h"

namespace kvw {

/// Returns the tokens per layer and head that a policy keeps of `tokens`, on average over layers, from its parameters
/// by name (`number` returns nothing for one it does not have); none: it keeps everything. What a policy really keeps
/// is in the trace of a run.
[[nodiscard]] std::optional<std::int64_t> nominalBudget(
    const std::function<std::optional<double>(const char* name)>& number, std::int64_t tokens);
/// Does the same for a resolved policy; a reader or codec alone keeps everything.
[[nodiscard]] std::optional<std::int64_t> nominalBudget(const ResolvedPolicy& policy, std::int64_t tokens);

/// Returns true if the manifests declare that the tokens each layer holds depend on the prompt, so that they are known
/// only after prefill.
[[nodiscard]] bool budgetsFollowPrompt(const ResolvedPolicy& policy);

/// Returns true if the prompt is cut once, after which the cache grows by a token per step: by the schedule of a
/// composition, else by the manifest.
[[nodiscard]] bool growsAfterPrompt(const ResolvedPolicy& policy);

/// Tokens held per layer and head, on average over layers, computed from the settings alone.
struct HeldTokens {
    std::int64_t afterPrompt = 0, atEnd = 0;
    [[nodiscard]] bool operator==(const HeldTokens&) const = default;
};
[[nodiscard]] HeldTokens heldTokens(const ResolvedPolicy& policy, std::int64_t prompt, std::int64_t total);

/// Size of a token in the cache of a model.
struct TokenSize {
    std::int64_t bytes = 0;         ///< of a token in all layers, one copy per KV head, uncoded
    std::int64_t elementBytes = 1;  ///< of one element of a key or value
    std::int64_t groupSize = 1;     ///< query heads that share a KV head
};
/// Returns the bytes of `held` tokens per layer and head: under the policy's codec, if it has one, and once per query
/// head, if every query head has its own set. Source: POLICIES.md, KIVI.
[[nodiscard]] std::int64_t nominalBytes(const ResolvedPolicy& policy, std::int64_t held, const TokenSize& size);
/// Returns the bytes that a device takes for them: it holds what a codec gives back, in f32.
[[nodiscard]] std::int64_t nominalBytesOnDevice(const ResolvedPolicy& policy, std::int64_t held, const TokenSize& size);

/// Returns the tokens above the capacity C that a prune leaves while tokens arrive one by one, from the parameters by
/// name: of C + R tokens it drops at most "max-drop", as far as "slack" allows. Part of the nominal budget.
[[nodiscard]] std::int64_t slackKept(const std::function<std::optional<double>(const char* name)>& number);
[[nodiscard]] std::int64_t slackKept(const ResolvedPolicy& policy);

}  // namespace kvw
