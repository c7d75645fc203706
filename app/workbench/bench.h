// SPDX-License-Identifier: GPL-3.0-or-later
/// Measures the window itself: how fluid it is while the example decodes at full speed, how soon it answers, how soon a
/// bundle is on the screen.
#pragma once

#include "app/workbench/timed_application.h"
#include "app/workbench/window/main_window.h"

namespace kvw::wb {

/// Printed one after the other: `steps` tokens of the example (95th percentile and maximum of the frames, which are
/// rounds of the event loop that painted; rounds without paint; the docks' turns; tokens per second), then moves of the
/// cursor, the layer and the head over what was recorded (until the first paint, and until the last dock has followed),
/// then, where `bundle` names one, opening it; then frames and moves of a run of more than 10^6 recorded points that
/// goes on, without a model, and zooms of a large attention map, resident memory, a bundle of more than 500 MB, which
/// is made in the folder for temporary files; at the end each promise beside what was measured. Quits; the exit code is
/// 1 if a run failed, or a bundle did not open, or the map was not drawn.
int runBench(TimedApplication& application, Workspace& workspace, MainWindow& window, std::int64_t steps,
             const QString& bundle);

}  // namespace kvw::wb
