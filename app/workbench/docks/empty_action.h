// SPDX-License-Identifier: GPL-3.0-or-later
/// What an empty dock offers where nothing was run yet.
#pragma once

#include "app/workbench/models/workspace.h"

namespace kvw::wb {

/// A label for a button that runs the example; empty: something is under way already.
[[nodiscard]] QString runExampleLabel(Workspace& workspace);
/// Why it cannot be is a problem.
void runExample(Workspace& workspace);

}  // namespace kvw::wb
