// SPDX-License-Identifier: Apache-2.0
/// Policies and scorers whose decode steps follow a rule (step_rule.h).
#pragma once

#include <cstdint>
#include <optional>

#include "core/policy/sdk/policy.h"
#include "core/policy/sdk/step_rule.h"

namespace kvw::sdk {

/// Policy in whose place the engine may follow a rule.
class RulePolicy : public Policy {
 public:
    /// Returns the rule that gives the edits of the next `step`; none: only `step` can tell. Asked before every decode
    /// step of a device.
    [[nodiscard]] virtual std::optional<StepRule> stepRule() const = 0;
    /// Called in place of `step` after the engine has followed the rule.
    virtual void ruleFollowed(const StepOutcome& /*outcome*/) {}
};

/// Scorer whose scores at decode a rule can tell.
class RuleScorer : public Scorer {
 public:
    /// Returns what `score` would give in the next decode step; none: only `score` can tell.
    [[nodiscard]] virtual std::optional<StepScore> stepScore() const = 0;
};

}  // namespace kvw::sdk
