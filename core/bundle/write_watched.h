// SPDX-License-Identifier: Apache-2.0
/// Writing of a bundle with progress and cancellation; what is made of its data is the business of the caller.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "core/bundle/bundle.h"

namespace kvw {

namespace bundle {
class FolderWriter;
}  // namespace bundle

/// Progress of writing: `done` bytes of about `total`; those of a .zip count twice, written and packed. Called on the
/// thread that writes. Returns false to cancel.
using WriteWatch = std::function<bool(std::int64_t done, std::int64_t total)>;

/// Adds files that are made of the data of a bundle, such as tables and figures, to the folder of `lane`, or with
/// kAllLanes to that of a comparison. `hash`: that of the folder, which they quote.
using DerivedFiles = std::function<Result<void>(bundle::FolderWriter& folder, const Recording& recording,
                                                std::int32_t lane, const std::string& hash)>;
inline constexpr std::int32_t kAllLanes = -1;

/// Writes a directory, or one file if `target` ends in ".zip", with the files of `derived` (none without one). Missing
/// parent folders are made. Everything goes to a sibling `.kvw-<host>-<pid>-<n>.tmp`, is validated and synced, then
/// renamed: whatever happens, `target` is what it was before or a complete bundle. Siblings left by processes of this
/// machine that are gone are removed. Errors: Io (disk full, read-only; names the path), BadUsage (target exists),
/// Internal (what was written breaks a schema), Cancelled (`watch` returned false), those of `derived`.
[[nodiscard]] Result<void> writeBundleFiles(const Recording& recording, const std::filesystem::path& target,
                                            const BundleOptions& options, const WriteWatch& watch,
                                            const DerivedFiles& derived = {});

/// Estimates the bytes that the rows of all lanes take in a bundle, rows that lanes share counted once. Reads few rows.
[[nodiscard]] std::int64_t aboutRowBytes(const Recording& recording);

}  // namespace kvw
