// SPDX-License-Identifier: GPL-3.0-or-later
/// Copies texts that are made off the GUI thread to the clipboard, such as the values of a dock.
#pragma once

#include <QImage>

#include "app/workbench/views/common/dock.h"

namespace kvw::wb {

/// objectName of a copy's FileJob, which can be cancelled without loss.
inline constexpr const char* kCopyJob = "copyJob";

/// Cancels the copies under way in the window of `from`, which it returns. Thread: GUI thread.
QWidget& cancelCopies(QWidget& from);
/// Makes a text off the GUI thread, then hands it to `take`. A later copy, or another program's, cancels this one.
/// `what`: a sentence about it. Thread: GUI thread.
void copyLater(Workspace& workspace, QWidget& from, const QString& what, Dock::TextWork make,
               std::function<void(const QString&)> take);
/// Copies the dock's values and, unless null, `picture`, in the same way.
void copyValues(Dock& dock, const QImage& picture, Workspace& workspace);

}  // namespace kvw::wb
