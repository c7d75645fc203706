// SPDX-License-Identifier: GPL-3.0-or-later
/// What a dock shows, on the clipboard: its values, computed off the GUI thread, and a picture.
#pragma once

#include <QImage>

#include "app/workbench/docks/dock.h"

namespace kvw::wb {

/// The FileJob of a copy is called so: nothing is lost when it is given up.
inline constexpr const char* kCopyJob = "copyJob";

/// Thread: GUI thread. `picture` null: the values only. A later copy counts, and so does what anybody else puts on the
/// clipboard while the values are computed.
void copyValues(Dock& dock, const QImage& picture, Workspace& workspace);

}  // namespace kvw::wb
