// SPDX-License-Identifier: Apache-2.0
/// Tokens that a recorded run held after its prompt, in the form of another policy's selection.
#pragma once

#include "core/session/what_if.h"
#include "core/trace/recording.h"

namespace kvw {

/// Returns what a lane held, without budgets, warnings and time. Errors: BadUsage, there is no such lane; BadInput, it
/// ended before its prompt was read. Thread: any.
[[nodiscard]] Result<PromptSelection> heldBehindPrompt(const Recording& recording, std::int32_t lane);

}  // namespace kvw
