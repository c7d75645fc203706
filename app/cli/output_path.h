// SPDX-License-Identifier: Apache-2.0
/// Checks that an output can be written before a long run starts.
#pragma once

#include <filesystem>

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

}  // namespace kvw::cli
