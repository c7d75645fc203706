// SPDX-License-Identifier: GPL-3.0-or-later
/// An engine without a model, for --bench: its run is long already and goes on at the pace of the embedded model.
#pragma once

#include "app/workbench/models/engine_client.h"

namespace kvw::wb {

/// Steps that the long run has before it goes on: curves of two lanes and four layers draw well over a million points.
inline constexpr std::int64_t kLongRun = 50'000;

/// Whatever is asked for, it starts one and the same run: `kLongRun` steps recorded at once, then a step every half a
/// millisecond, which keeps a core busy as decoding does.
[[nodiscard]] EngineClient::EngineFactory longRunEngine();

/// A finished recording of `steps` steps of that run with the rows of each: 26 KB a step. Errors: no room for them.
[[nodiscard]] Result<std::shared_ptr<Recording>> wideRecording(std::int64_t steps);

/// Values of steps (of NLL, KL, bytes, times, and by layer and head) that are recorded, attention rows not counted.
[[nodiscard]] std::int64_t recordedPoints(const Recording& recording);

}  // namespace kvw::wb
