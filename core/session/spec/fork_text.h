// SPDX-License-Identifier: Apache-2.0
/// The text that a fork reads: its own continuation, or that of the run it was forked from.
#pragma once

#include <cstdint>

#include "core/base/error.h"
#include "core/session/spec/run_spec.h"
#include "core/trace/recording.h"

namespace kvw {

/// Text after the prompt in a fork of a run that generates. A fork of a run that reads a text reads that text, too.
enum class ForkText {
    Own,      ///< the fork generates it, so the texts may diverge
    Parents,  ///< the fork reads what its parent generated: both NLLs are of the same tokens
};

/// Changes `fork`, of a run that generates, so that it reads what lane `lane` of that run has generated so far. Errors:
/// BadUsage if nothing was generated after token `step`: the fork's first token was chosen before anything changed.
[[nodiscard]] Result<void> readParentsText(const Recording& parent, std::int32_t lane, std::int64_t step,
                                           RunSpec& fork);
/// Returns true if the fork reads what its parent generated.
[[nodiscard]] bool readsGenerated(const RunDescription& parent, const RunDescription& fork);

}  // namespace kvw
