// SPDX-License-Identifier: GPL-3.0-or-later
/// Measures how fluid the window is while the example decodes at full speed.
#pragma once

#include "app/workbench/window/main_window.h"

namespace kvw::wb {

/// Milliseconds since the process was started, as the system counts (resolution 10 ms).
[[nodiscard]] double processAgeMs();

/// Runs the example for `steps` tokens, prints first paint, 95th percentile and maximum of the frames (rounds of the
/// event loop that painted), rounds without paint, tokens per second and resident memory, then quits. Returns the exit
/// code: 1 if the run failed. A frame is the time from the event loop waking up to going to sleep again.
int runFrameBench(Workspace& workspace, MainWindow& window, std::int64_t steps);

}  // namespace kvw::wb
