// SPDX-License-Identifier: Apache-2.0
/// Objects that a run gets from a policy text: a policy, and perhaps a reader over it or a codec under it.
#pragma once

#include <memory>
#include <optional>

#include "core/policy/host/choice/choice.h"
#include "core/policy/host/loading/guarded_policy.h"
#include "core/policy/host/loading/guarded_reader.h"

namespace kvw {

struct CreatedPolicy {
    std::unique_ptr<sdk::Policy> policy;        ///< keepEverything() if the text names none
    std::unique_ptr<sdk::ReadSelector> reader;  ///< null: everything is read
    std::unique_ptr<sdk::Codec> codec;          ///< null: keys and values are stored uncoded
};

struct GuardedParts {
    GuardedParts(GuardedPolicy policy_) : policy(std::move(policy_)) {}  // NOLINT(google-explicit-constructor)

    GuardedPolicy policy;
    std::optional<GuardedReader> reader;
    std::optional<GuardedCodec> codec;
    bool evicts = true;  ///< false: full cache, under a reader or codec alone
};

/// Wraps every part and names it by id and version. `marks`: folders for the marks of first calls (catalog.h); null: no
/// marks.
[[nodiscard]] GuardedParts guardParts(CreatedPolicy created, const ResolvedPolicy& policy,
                                      const PluginPaths* marks = nullptr);
/// Returns the policy of the full cache.
[[nodiscard]] std::unique_ptr<sdk::Policy> keepEverything();

}  // namespace kvw
