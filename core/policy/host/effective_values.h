// SPDX-License-Identifier: Apache-2.0
/// Parameters that act with another value than was typed, because the run has no room for it: from the limits that a
/// manifest declares, before anything runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/policy/host/choice.h"

namespace kvw {

struct EffectiveValue {
    std::string name;   ///< as setParameter takes it: "capacity", "budget.window"
    std::string typed;  ///< or the default that was left
    bool isDefault = false;
    std::string effective;
    std::string why;  ///< "the prompt has 2048 tokens"

    /// "capacity 4096 typed, 2048 in effect: the prompt has 2048 tokens"
    [[nodiscard]] std::string sentence() const;
};
/// Of such a sentence, as a run's warnings hold it; none: it is another.
[[nodiscard]] std::optional<EffectiveValue> readEffectiveValue(const std::string& sentence);

/// What limits refer to; 0: not known, nothing is said of it.
struct RunSizes {
    std::int64_t prompt = 0;  ///< tokens seen when the policy decides first
    std::int64_t layers = 0;  ///< of the model
};
/// In the order of the parameters; a composition's sinks and recent behind them, which its capacity limits.
[[nodiscard]] std::vector<EffectiveValue> effectiveValues(const ResolvedPolicy& policy, const RunSizes& sizes);

/// The policy with what is in effect in place of what was typed.
[[nodiscard]] ResolvedPolicy inEffect(ResolvedPolicy policy, const RunSizes& sizes);

/// Whether a manifest may say this of a parameter: "prompt", "layers" or another integer parameter (none that may be
/// "auto"), less a number or another one.
[[nodiscard]] bool isBound(const Provided& provided, const ParameterSpec& mine, const std::string& bound);

}  // namespace kvw
