// SPDX-License-Identifier: Apache-2.0
/// Parameters that take their value from the model where the user gives none.
#pragma once

#include <cstdint>

#include "core/policy/host/choice.h"

namespace kvw {

/// The policy with `context` 0 replaced by the model's context window, in tokens; 0: the model names none.
[[nodiscard]] ResolvedPolicy forModel(ResolvedPolicy policy, std::int64_t context);

}  // namespace kvw
