// SPDX-License-Identifier: Apache-2.0
/// Default folder for a user's runs, the folders of the run library, and the check of the files with a user's choices.
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/error.h"
#include "core/policy/host/catalog.h"

namespace kvw {

/// Returns $KVW_RUNS, else $XDG_DATA_HOME/kvworkbench/runs, else ~/.local/share/kvworkbench/runs; absolute. The folder
/// need not exist.
[[nodiscard]] std::filesystem::path runFolder();
/// Returns `runFolder` and the folders that the user has added, which are listed in its library.json.
[[nodiscard]] std::vector<std::filesystem::path> libraryFolders();
/// Replaces the added folders; `runFolder` itself is skipped. Errors: Io; BadInput if library.json is damaged or of a
/// newer version, which is then kept.
[[nodiscard]] Result<void> setLibraryFolders(const std::vector<std::filesystem::path>& folders);

/// Returns an error for each of the user's files that is damaged and therefore ignored: presets, disabled plugins,
/// folders of the library. Nothing overwrites them. Programs report them when they start.
[[nodiscard]] std::vector<Error> damagedUserFiles(const PluginPaths& paths);

}  // namespace kvw
