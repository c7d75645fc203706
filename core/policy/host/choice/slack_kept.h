// SPDX-License-Identifier: Apache-2.0
/// Computes how far a policy that prunes lazily stays above its capacity (POLICIES.md, section 3).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/policy/host/choice/choice.h"

namespace kvw {

/// Returns the tokens above the capacity C that a prune leaves while tokens arrive one by one, from the parameters by
/// name: of C + R tokens it drops at most "max-drop", as far as "slack" allows. Part of the nominal budget.
[[nodiscard]] std::int64_t slackKept(const std::function<std::optional<double>(const char* name)>& number);
[[nodiscard]] std::int64_t slackKept(const ResolvedPolicy& policy);

}  // namespace kvw
