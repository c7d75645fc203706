// SPDX-License-Identifier: Apache-2.0
/// Lists folders.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// Returns the paths of the files and folders in `folder`, sorted; with an ending, such as ".json", only of those whose
/// names have it behind other characters. Errors: Io.
[[nodiscard]] Result<std::vector<std::filesystem::path>> folderEntries(const std::filesystem::path& folder,
                                                                       std::string_view ending = {});
/// Returns the same; none if the folder cannot be listed.
[[nodiscard]] std::vector<std::filesystem::path> anyFolderEntries(const std::filesystem::path& folder,
                                                                  std::string_view ending = {});

}  // namespace kvw
