// SPDX-License-Identifier: GPL-3.0-or-later
/// Texts of the status bar.
#pragma once

#include <QString>

#include "app/workbench/session/workspace.h"

namespace kvw::wb {

/// Returns such as "step 512 of 2048 · 143 tok/s · held 384 of 513 (75 %) · 1.2 of 6.3 MiB · NLL 2.31 (+0.08)". `left`:
/// remaining time of the run; `result`: result of a run that has ended. Empty: unknown.
[[nodiscard]] QString statusText(Workspace& workspace, const QString& left = {}, const QString& result = {});
/// Returns the result of a lane, such as "mean NLL 2.577 (+0.083), prune events: 12". Reads every step.
[[nodiscard]] QString resultText(const Recording& recording, int lane);
/// Returns the state in words: "Running", "Paused", "bundle, model not loaded", ...
[[nodiscard]] QString stateText(Workspace& workspace);

}  // namespace kvw::wb
