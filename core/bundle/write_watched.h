// SPDX-License-Identifier: Apache-2.0
/// Writing of a bundle with progress and cancellation.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "core/bundle/bundle.h"

namespace kvw {

/// Progress of writing: `done` bytes of about `total`; those of a .zip count twice, written and packed. Called on the
/// thread that writes. Returns false to cancel.
using WriteWatch = std::function<bool(std::int64_t done, std::int64_t total)>;

/// Writes a bundle like `writeBundle` of bundle.h. Errors: also Cancelled if `watch` returned false; `target` is then
/// what it was before.
[[nodiscard]] Result<void> writeBundle(const Recording& recording, const std::filesystem::path& target,
                                       const BundleOptions& options, const WriteWatch& watch);

/// Estimates the bytes that the rows of all lanes take in a bundle, rows that lanes share counted once. Reads few rows.
[[nodiscard]] std::int64_t aboutRowBytes(const Recording& recording);

}  // namespace kvw
