// SPDX-License-Identifier: GPL-3.0-or-later
/// Benchmark of the window: frame times while the example decodes at full speed, response to input, time to show a
/// bundle.
#pragma once

#include "app/bench/timed_application.h"
#include "app/workbench/shell/main_window.h"

namespace kvw::wb {

/// `path` is a bundle or empty; with that of a model, prints only what it decodes of a novel, and frames and moves.
/// Otherwise prints, in order: decoding of `steps` tokens of the example (95th percentile and maximum of frames, which
/// are rounds of the event loop that painted; rounds without paint; refresh turns of the docks; tokens per second);
/// moves of cursor, layer and head over the recording (time to the first paint, and until the last dock has followed);
/// opening the bundle, if given; frames and moves of a continuing run without a model that has more than 10^6 recorded
/// points; zooms of a large attention map; resident memory; opening a bundle of more than 500 MB, which is made in the
/// folder for temporary files; and finally each promise beside the measured value. Returns the exit code: 1 if a run
/// failed or something could not be measured.
int runBench(TimedApplication& application, Workspace& workspace, MainWindow& window, std::int64_t steps,
             const QString& path);

}  // namespace kvw::wb
