// SPDX-License-Identifier: Apache-2.0
/// Checks that an output can be written before a long run starts, and writes folders of files.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw::cli {

/// Checks that a bundle (directory or .zip) can be written to `target`. Errors: BadUsage if it exists and `overwrite`
/// is off or it is neither a bundle nor empty; Io if its parent folder cannot be written.
[[nodiscard]] Result<void> checkBundleTarget(const std::filesystem::path& target, bool overwrite);
/// Checks that a plain file can be written; an existing file will be replaced. Errors: BadUsage for a folder or device;
/// Io as above.
[[nodiscard]] Result<void> checkFileTarget(const std::filesystem::path& target);
/// Returns the absolute, normalized path of `folder`, without a slash at its end.
[[nodiscard]] std::filesystem::path fullPath(const std::filesystem::path& folder);
/// Checks that the nearest existing folder above `target` accepts new files. Leaves nothing behind.
[[nodiscard]] Result<void> checkWritableParent(const std::filesystem::path& target);

/// Writes files to the folder that it is given, and returns their names below it.
using FillFolder = std::function<Result<std::vector<std::string>>(const std::filesystem::path& folder)>;

/// Makes a folder, or adds files to one that is there. `fill` writes to a temporary folder, so that a full disk is
/// noticed before anything is replaced; then the files are moved into place, in the order of their names in its answer.
/// If one of them fails, `written` (null: nobody asks) lists those that are there. Errors: those of `fill`, with paths
/// below `target`; Io.
[[nodiscard]] Result<void> writeFolder(const std::filesystem::path& target, const FillFolder& fill,
                                       std::vector<std::string>* written = nullptr);

}  // namespace kvw::cli
