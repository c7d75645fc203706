// SPDX-License-Identifier: Apache-2.0
/// Fills in parameters that take their value from the model if the user gives none.
#pragma once

#include <cstdint>

#include "core/policy/host/choice/choice.h"

namespace kvw {

/// Returns the policy with `context` 0 replaced by the model's context window, in tokens; 0: the model names none.
[[nodiscard]] ResolvedPolicy forModel(ResolvedPolicy policy, std::int64_t context);

}  // namespace kvw
