// SPDX-License-Identifier: Apache-2.0
/// The files in which a user's choices are kept.
#pragma once

#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"

namespace kvw {

/// Those that are damaged, so that what they say is not followed: presets, disabled plugins, folders of the library.
/// Nothing overwrites them. Programs tell of them when they start.
[[nodiscard]] std::vector<Error> damagedUserFiles(const PluginPaths& paths);

}  // namespace kvw
