// SPDX-License-Identifier: Apache-2.0
/// Budget that a lane's settings ask for, to compare with what its policy allots and holds.
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/recording.h"

namespace kvw {

/// Returns the tokens per layer and head, averaged over layers, that the settings of a lane ask for at `step`
/// (nominalBudget with the parameter changes up to that step). None: they name no number, or another policy had taken
/// over.
[[nodiscard]] std::optional<std::int64_t> requestedBudget(const Recording& recording, std::int32_t lane,
                                                          std::int64_t step);

}  // namespace kvw
