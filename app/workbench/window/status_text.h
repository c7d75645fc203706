// SPDX-License-Identifier: GPL-3.0-or-later
/// The status bar's line.
#pragma once

#include <QString>

#include "app/workbench/models/workspace.h"

namespace kvw::wb {

/// "step 512 of 2048 · 143 tok/s · held 384 of 513 (75 %) · 1.2 of 6.3 MiB · NLL 2.31 (+0.08)"
/// `left`: how long a run will still take; `result`: what came of one that is over. Empty: not known.
[[nodiscard]] QString statusText(Workspace& workspace, const QString& left = {}, const QString& result = {});
/// "mean NLL 2.577 (+0.083), prune events: 12" of a lane. Reads every step.
[[nodiscard]] QString resultText(const Recording& recording, int lane);
/// "Running", "Paused", "bundle, model not loaded", ...: the state in words.
[[nodiscard]] QString stateText(Workspace& workspace);

}  // namespace kvw::wb
