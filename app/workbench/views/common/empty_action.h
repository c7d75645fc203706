// SPDX-License-Identifier: GPL-3.0-or-later
/// The example run that an empty dock offers.
#pragma once

#include "app/workbench/session/workspace.h"

namespace kvw::wb {

/// Returns the label of a button that runs the example; empty: a run is under way.
[[nodiscard]] QString runExampleLabel(Workspace& workspace);
/// Runs the example, or reports a problem that says why it cannot.
void runExample(Workspace& workspace);

}  // namespace kvw::wb
