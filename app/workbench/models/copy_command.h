// SPDX-License-Identifier: GPL-3.0-or-later
/// A `kvw` command for a shell, by way of the clipboard.
#pragma once

#include <string>

#include "app/workbench/models/workspace.h"

namespace kvw::wb {

/// Copies it and says so. A bundle or a figure may name any command: what is none of ours (`isOurCommand`) is not
/// copied. Thread: GUI thread.
void copyCommand(Workspace& workspace, const std::string& command);

}  // namespace kvw::wb
