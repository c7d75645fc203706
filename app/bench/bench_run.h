// SPDX-License-Identifier: GPL-3.0-or-later
/// Engine without a model, for --bench: its run already has many steps and continues at the pace of the embedded model.
#pragma once

#include "app/workbench/session/engine_client.h"

namespace kvw::wb {

/// Steps recorded before the run continues; the curves of two lanes and four layers then have well over a million
/// points.
inline constexpr std::int64_t kLongRun = 50'000;

/// Returns a factory whose engine starts the same run for every request: `kLongRun` steps recorded at once, then a step
/// every half millisecond, which keeps a core busy as decoding does.
[[nodiscard]] EngineClient::EngineFactory longRunEngine();

/// Returns a finished recording of `steps` steps of that run with the attention rows of each: 26 KB per step. Errors:
/// out of memory.
[[nodiscard]] Result<std::shared_ptr<Recording>> wideRecording(std::int64_t steps);

/// Returns the number of recorded values (NLL, KL, bytes, times, and those by layer and head), without attention rows.
[[nodiscard]] std::int64_t recordedPoints(const Recording& recording);

}  // namespace kvw::wb
