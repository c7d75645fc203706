// SPDX-License-Identifier: Apache-2.0
/// Finds parameters that act with another value than was typed because the run has no room for it, from the limits that
/// a manifest declares, before anything runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/finding.h"
#include "core/policy/host/choice/choice.h"

namespace kvw {

struct EffectiveValue {
    std::string name;   ///< as setParameter takes it: "capacity", "budget.window"
    std::string typed;  ///< or the default, if none was typed
    bool isDefault = false;
    std::string effective;
    Finding why;  ///< such as "the prompt has 2048 tokens"

    /// Returns a warning such as "capacity 4096 typed, 2048 in effect: the prompt has 2048 tokens".
    [[nodiscard]] Finding warning() const;
    [[nodiscard]] bool operator==(const EffectiveValue&) const = default;
};
/// Returns true if `warning` is of a parameter that was given as `typed`, and says that another value is in effect.
[[nodiscard]] bool tellsEffective(const Finding& warning, const std::string& name, const std::string& typed);

/// Sizes of a run that limits refer to; 0: not known, and its limits are skipped.
struct RunSizes {
    std::int64_t prompt = 0;  ///< tokens seen when the policy decides first
    std::int64_t layers = 0;  ///< of the model
};
/// Returns the values in the order of the parameters, followed by a composition's sinks and recent, which its capacity
/// limits.
[[nodiscard]] std::vector<EffectiveValue> effectiveValues(const ResolvedPolicy& policy, const RunSizes& sizes);

/// Returns the policy with effective values in place of typed ones.
[[nodiscard]] ResolvedPolicy inEffect(ResolvedPolicy policy, const RunSizes& sizes);

/// Returns true if a manifest may use `bound` as a limit of the parameter: "prompt", "layers" or another integer
/// parameter (none that may be "auto"), optionally less a number or another of these.
[[nodiscard]] bool isBound(const Provided& provided, const ParameterSpec& mine, const std::string& bound);

/// Returns the policy with `context` 0 replaced by the model's context window, in tokens; 0: the model names none.
[[nodiscard]] ResolvedPolicy forModel(ResolvedPolicy policy, std::int64_t context);

}  // namespace kvw
