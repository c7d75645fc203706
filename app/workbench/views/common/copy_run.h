// SPDX-License-Identifier: GPL-3.0-or-later
/// Copies the `kvw` command of a recording, for a shell of this machine, to the clipboard.
#pragma once

#include <filesystem>

#include "app/workbench/session/workspace.h"

class QWidget;

namespace kvw::wb {

/// Copies the command of `repeatCommand`, with the folders of its files on this machine. No bundle has those; they are
/// looked for off the GUI thread. A later copy, or another program's, cancels this one. `from`: a widget of the window;
/// `bundle`: path of a recording that was opened without being shown. Thread: GUI thread.
void copyCommandOf(Workspace& workspace, const Recording& recording, QWidget& from,
                   const std::filesystem::path& bundle = {});

}  // namespace kvw::wb
