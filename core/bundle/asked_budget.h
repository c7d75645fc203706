// SPDX-License-Identifier: Apache-2.0
/// What was asked of a policy, against what it allots and holds.
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/recording.h"

namespace kvw {

/// Tokens per layer and head, on average over layers, that the settings of a lane name at `step` (nominalBudget, with
/// what was changed while it ran up to there); none: they name no number, or another policy had taken over.
[[nodiscard]] std::optional<std::int64_t> askedBudget(const Recording& recording, std::int32_t lane, std::int64_t step);

}  // namespace kvw
