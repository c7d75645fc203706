// SPDX-License-Identifier: Apache-2.0
/// Checks the files that hold a user's choices.
#pragma once

#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"

namespace kvw {

/// Returns an error for each of the user's files that is damaged and therefore ignored: presets, disabled plugins,
/// folders of the library. Nothing overwrites them. Programs report them when they start.
[[nodiscard]] std::vector<Error> damagedUserFiles(const PluginPaths& paths);

}  // namespace kvw
