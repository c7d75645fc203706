// SPDX-License-Identifier: Apache-2.0
/// What a policy text gives a run: a policy, and perhaps a reader over it or a codec under it.
#pragma once

#include <memory>
#include <optional>

#include "core/policy/host/choice.h"
#include "core/policy/host/guarded_codec.h"
#include "core/policy/host/guarded_policy.h"
#include "core/policy/host/guarded_reader.h"

namespace kvw {

struct CreatedPolicy {
    std::unique_ptr<sdk::Policy> policy;        ///< one that keeps everything where the text names none
    std::unique_ptr<sdk::ReadSelector> reader;  ///< null: everything is read
    std::unique_ptr<sdk::Codec> codec;          ///< null: stored as it comes
};

struct GuardedParts {
    GuardedParts(GuardedPolicy policy_) : policy(std::move(policy_)) {}  // NOLINT(google-explicit-constructor)

    GuardedPolicy policy;
    std::optional<GuardedReader> reader;
    std::optional<GuardedCodec> codec;
    bool evicts = true;  ///< false: the full cache, whatever reads or stores it
};

/// Names every part by id and version. `marks`: where the first calls of each are marked (catalog.h); null: nowhere.
[[nodiscard]] GuardedParts guardParts(CreatedPolicy created, const ResolvedPolicy& policy,
                                      const PluginPaths* marks = nullptr);
/// The full cache.
[[nodiscard]] std::unique_ptr<sdk::Policy> keepEverything();

}  // namespace kvw
