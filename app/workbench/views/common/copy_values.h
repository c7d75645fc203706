// SPDX-License-Identifier: GPL-3.0-or-later
/// Copies the content of a dock to the clipboard: its values, computed off the GUI thread, and a picture.
#pragma once

#include <QImage>

#include "app/workbench/views/common/dock.h"

namespace kvw::wb {

/// objectName of a copy's FileJob, which can be cancelled without loss.
inline constexpr const char* kCopyJob = "copyJob";

/// Copies the dock's values and, unless null, `picture`. A later copy, or another program's, cancels this one. Thread:
/// GUI thread.
void copyValues(Dock& dock, const QImage& picture, Workspace& workspace);

}  // namespace kvw::wb
