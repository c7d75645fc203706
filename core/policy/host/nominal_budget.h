// SPDX-License-Identifier: Apache-2.0
/// What a policy's parameters say about the tokens and bytes it keeps, before anything runs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/policy/host/choice.h"

namespace kvw {

/// Tokens per layer and head that a policy keeps of `tokens`, on average over layers, by the names of its parameters
/// (`number` gives nothing for one it does not have); none: it keeps everything. What the policy really does is in the
/// trace of a run.
[[nodiscard]] std::optional<std::int64_t> nominalBudget(
    const std::function<std::optional<double>(const char* name)>& number, std::int64_t tokens);
/// The same of a resolved policy; a reader and a codec alone keep everything.
[[nodiscard]] std::optional<std::int64_t> nominalBudget(const ResolvedPolicy& policy, std::int64_t tokens);

/// How much each layer holds follows from the prompt, by what the manifests declare: it is known after prefill.
[[nodiscard]] bool budgetsFollowPrompt(const ResolvedPolicy& policy);

/// Whether the prompt is cut once, after which the cache grows by a token per step, by what the manifests declare.
[[nodiscard]] bool growsAfterPrompt(const ResolvedPolicy& policy);

/// Tokens per layer and head, on average over layers, by the settings alone: behind the prompt, and of the whole run.
struct HeldTokens {
    std::int64_t afterPrompt = 0, atEnd = 0;
    [[nodiscard]] bool operator==(const HeldTokens&) const = default;
};
[[nodiscard]] HeldTokens heldTokens(const ResolvedPolicy& policy, std::int64_t prompt, std::int64_t total);

/// What the cache of a model stores.
struct TokenSize {
    std::int64_t bytes = 0;         ///< of a token in all layers, one copy per KV head, as it is
    std::int64_t elementBytes = 1;  ///< of one number of it
    std::int64_t groupSize = 1;     ///< query heads that share a KV head
};
/// Bytes of `held` tokens per layer and head: under the policy's codec, if it has one, and once per query head, if it
/// keeps a set for each. Source: POLICIES.md, KIVI.
[[nodiscard]] std::int64_t nominalBytes(const ResolvedPolicy& policy, std::int64_t held, const TokenSize& size);

}  // namespace kvw
