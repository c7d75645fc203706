// SPDX-License-Identifier: Apache-2.0
/// Whether something can be written where the user wants it, found out before hours are spent on it.
#pragma once

#include <filesystem>

#include "core/base/error.h"

namespace kvw::cli {

/// A bundle (directory or .zip) at `target`. Errors: BadUsage: it exists and `overwrite` is off, or is no bundle; Io:
/// the folder that is to hold it cannot be written.
[[nodiscard]] Result<void> checkBundleTarget(const std::filesystem::path& target, bool overwrite);
/// A plain file; an existing one is replaced. Errors: BadUsage for a folder; Io as above.
[[nodiscard]] Result<void> checkFileTarget(const std::filesystem::path& target);
/// `folder` in full: absolute, without dots and without a slash at its end.
[[nodiscard]] std::filesystem::path fullPath(const std::filesystem::path& folder);
/// The nearest folder above `target` that exists can take new files. Leaves nothing behind.
[[nodiscard]] Result<void> checkWritableParent(const std::filesystem::path& target);

}  // namespace kvw::cli
