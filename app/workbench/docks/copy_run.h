// SPDX-License-Identifier: GPL-3.0-or-later
/// The `kvw` command of a recording, for a shell of this machine, by way of the clipboard.
#pragma once

#include <filesystem>
#include <string>

#include "app/workbench/models/workspace.h"

class QWidget;

namespace kvw::wb {

/// The command that makes `recording` again (`repeatCommand`, for who has it already), to be run on this machine: with
/// the folders of its files, which no bundle has; they are looked for off the GUI thread. A later copy counts, and so
/// does what anybody else puts on the clipboard meanwhile. `from`: in the window; `bundle`: where the recording was
/// opened without being shown. Thread: GUI thread.
void copyCommandOf(Workspace& workspace, const Recording& recording, const std::string& command, QWidget& from,
                   const std::filesystem::path& bundle = {});
void copyCommandOf(Workspace& workspace, const Recording& recording, QWidget& from);

}  // namespace kvw::wb
