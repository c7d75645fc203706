// SPDX-License-Identifier: GPL-3.0-or-later
/// Reports files with the user's settings that cannot be read when the program starts.
#pragma once

#include <vector>

#include "core/base/phrase.h"

class QSettings;

namespace kvw {
struct PluginPaths;
}

namespace kvw::wb {

/// Returns a sentence for each damaged file. QSettings would rewrite a damaged file without what it could not read, so
/// a copy is put beside it first ("kvworkbench.ini.damaged"). Thread: GUI thread.
[[nodiscard]] std::vector<Phrase> damagedFiles(const QSettings& settings, const PluginPaths& paths);

}  // namespace kvw::wb
