// SPDX-License-Identifier: Apache-2.0
/// The text of a fork: its own way on, or that of the run it came from.
#pragma once

#include <cstdint>

#include "core/base/error.h"
#include "core/decode/run_spec.h"
#include "core/trace/recording.h"

namespace kvw {

/// What follows the prompt in a fork of a run that generates. A run that reads a text has forks that read it, too.
enum class ForkText {
    Own,      ///< what the fork generates, so that the texts may part
    Parents,  ///< what its parent generated, read like any text: both NLLs are of the same tokens
};

/// Makes of the fork of a run that generates one that reads what lane `lane` of that run has generated so far. Errors:
/// BadUsage where nothing was generated behind token `step`: the fork's first token was chosen before anything changed.
[[nodiscard]] Result<void> readParentsText(const Recording& parent, std::int32_t lane, std::int64_t step,
                                           RunSpec& fork);
/// Whether the fork reads what the other run generated.
[[nodiscard]] bool readsGenerated(const RunDescription& parent, const RunDescription& fork);

}  // namespace kvw
