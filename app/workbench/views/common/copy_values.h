// SPDX-License-Identifier: GPL-3.0-or-later
/// Copies texts that are made off the GUI thread to the clipboard: the values of a dock, the `kvw` command of a
/// recording.
#pragma once

#include <QImage>
#include <filesystem>

#include "app/workbench/views/common/dock.h"

namespace kvw::wb {

/// objectName of a copy's FileJob, which can be cancelled without loss.
inline constexpr const char* kCopyJob = "copyJob";

/// Copies the dock's values and, unless null, `picture`. A later copy, or another program's, cancels this one. Thread:
/// GUI thread.
void copyValues(Dock& dock, const QImage& picture, Workspace& workspace);
/// Copies the command of `repeatCommand`, for a shell of this machine, with the folders of its files on this machine.
/// No bundle has those; they are looked for off the GUI thread. A later copy, or another program's, cancels this one.
/// `from`: a widget of the window; `bundle`: path of a recording that was opened without being shown. Thread: GUI
/// thread.
void copyCommandOf(Workspace& workspace, const Recording& recording, QWidget& from,
                   const std::filesystem::path& bundle = {});

}  // namespace kvw::wb
