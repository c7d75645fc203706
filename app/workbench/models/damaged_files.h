// SPDX-License-Identifier: GPL-3.0-or-later
/// Files of the user's choices that cannot be read when the program starts.
#pragma once

#include <QStringList>

class QSettings;

namespace kvw {
struct PluginPaths;
}

namespace kvw::wb {

/// A sentence for each. QSettings would write a damaged file anew without what it could not read, so that a copy of it
/// is kept beside it first ("kvworkbench.ini.damaged"). Thread: GUI thread.
[[nodiscard]] QStringList damagedFiles(const QSettings& settings, const PluginPaths& paths);

}  // namespace kvw::wb
