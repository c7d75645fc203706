// SPDX-License-Identifier: Apache-2.0
/// What a recorded run held behind its prompt, in the form of what another policy would.
#pragma once

#include "core/decode/what_if.h"
#include "core/trace/recording.h"

namespace kvw {

/// Of a lane; without budgets, warnings and time. Errors: BadUsage, there is no such lane; BadInput, it ended before
/// its prompt was read. Any thread.
[[nodiscard]] Result<PromptSelection> heldBehindPrompt(const Recording& recording, std::int32_t lane);

}  // namespace kvw
