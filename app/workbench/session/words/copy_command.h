// SPDX-License-Identifier: GPL-3.0-or-later
/// Copies a `kvw` command to the clipboard.
#pragma once

#include <string>

#include "app/workbench/session/workspace.h"

namespace kvw::wb {

/// Copies `command` and says so in the status bar. A bundle or a figure may name any command, so one that
/// `isOurCommand` rejects is not copied. Thread: GUI thread.
void copyCommand(Workspace& workspace, const std::string& command);

}  // namespace kvw::wb
