// SPDX-License-Identifier: Apache-2.0
/// Wraps a policy: every call returns a Result, and an exception becomes a sentence with plugin, layer and step.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/error.h"
#include "core/policy/host/loading/first_calls.h"
#include "core/policy/sdk/policy.h"
#include "core/policy/sdk/rule_policy.h"

namespace kvw {

/// Has the calls of sdk::Policy; see there. "step" in the sentences is the index of the newest token of the latest
/// observation. Thread: inference thread only.
class GuardedPolicy {
 public:
    /// `who` is id and version, e.g. "snapkv 1.0.0".
    GuardedPolicy(std::unique_ptr<sdk::Policy> policy, std::string who);

    /// Marks calls from here on until they have returned once (first_calls.h).
    void watch(FirstCalls calls) { m_policy.setCalls(std::move(calls)); }

    [[nodiscard]] const std::string& who() const noexcept { return m_who; }

    [[nodiscard]] Result<sdk::Needs> needs() const;
    [[nodiscard]] Result<bool> acceptsStreaming() const;
    [[nodiscard]] Result<sdk::Protection> protection() const;

    [[nodiscard]] Result<void> begin(const sdk::RunInfo& run);
    [[nodiscard]] Result<void> observeRows(const sdk::Observation& layer, std::int64_t firstRow);
    [[nodiscard]] Result<sdk::Edits> prefillLayer(const sdk::Observation& layer);
    [[nodiscard]] Result<sdk::Edits> prefillEnd();
    [[nodiscard]] Result<sdk::Edits> step(const sdk::Observation& all);
    /// Calls of sdk::RulePolicy. Any other policy has no rule.
    [[nodiscard]] Result<std::optional<sdk::StepRule>> stepRule() const;
    Result<void> ruleFollowed(std::int64_t seen, bool cutFirst);

    [[nodiscard]] Result<void> set(const sdk::Parameters& values);
    [[nodiscard]] Result<sdk::Report> report() const;
    [[nodiscard]] Result<GuardedPolicy> clone() const;

 private:
    [[nodiscard]] Phrase at(const sdk::Observation& layer);
    [[nodiscard]] Phrase now() const;
    /// Makes a call that gets an observation. The error also names a tensor that was used but not asked for.
    template <class Call>
    auto show(const Phrase& where, const sdk::Observation& seen, const Call& call)
        -> Result<std::invoke_result_t<Call, sdk::Policy&, const sdk::Observation&>>;

    PluginObject<sdk::Policy> m_policy;
    std::string m_who;
    std::int64_t m_step = -1;
    sdk::ModelShape m_shape;  ///< of the run
};

}  // namespace kvw
