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

/// Bytes of `held` tokens under the policy's codec, if it has one: `elements` numbers per token, `elementBytes` each
/// where they are stored as they are. Source: POLICIES.md, KIVI.
[[nodiscard]] std::int64_t nominalBytes(const ResolvedPolicy& policy, std::int64_t held, std::int64_t elements,
                                        std::int64_t elementBytes);

}  // namespace kvw
