// SPDX-License-Identifier: Apache-2.0
/// The run that takes a prune event of a recorded lane apart (analysis/spike.h): a fork with a lane for each way to
/// prune there.
#pragma once

#include <cstdint>

#include "core/base/error.h"
#include "core/session/spec/run_spec.h"
#include "core/trace/recording.h"

namespace kvw {

/// Tokens that are compared behind an event unless other numbers are asked for: METRICS.md measures a spike over 33.
inline constexpr std::int64_t kSpikeTokens = 33;

/// Returns the specification: the lane up to `step`, whose evictions are taken apart, then `tokens` tokens behind the
/// event, or as many as there are. Its last lanes are the branches, without a prune first; where keys keep their
/// positions there are two, else four. Model and text are those of `like`, the rest is the recording's; it decodes on
/// the CPU. The fork of a run that generates reads what that run has generated. Errors: the policy evicted nothing
/// there, the step is in the prompt, no token follows; those of forkSpec.
[[nodiscard]] Result<RunSpec> spikeSpec(const Recording& parent, std::int32_t lane, std::int64_t step,
                                        std::int64_t tokens, const RunSpec& like);

}  // namespace kvw
