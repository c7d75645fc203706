// SPDX-License-Identifier: Apache-2.0
/// Where a user's runs are kept when nothing else is said.
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// $KVW_RUNS, else $XDG_DATA_HOME/kvworkbench/runs, else ~/.local/share/kvworkbench/runs; absolute. It need not exist.
[[nodiscard]] std::filesystem::path runFolder();
/// That one, and those the user has added; they are named in its library.json.
[[nodiscard]] std::vector<std::filesystem::path> libraryFolders();
/// Errors: BadInput, library.json is damaged or of a newer version, so that no added folder is looked through.
[[nodiscard]] Result<void> checkLibraryFolders();
/// Replaces those that were added; the first is skipped if it is the folder itself. Errors: Io; BadInput
/// where library.json is damaged or of a newer version, which stays.
[[nodiscard]] Result<void> setLibraryFolders(const std::vector<std::filesystem::path>& folders);

}  // namespace kvw
