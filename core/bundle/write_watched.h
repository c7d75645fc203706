// SPDX-License-Identifier: Apache-2.0
/// Writing a bundle that takes its time: how far it is, and how it is given up.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "core/bundle/bundle.h"

namespace kvw {

/// Bytes written of about so many; those of a .zip count twice, written and packed. Called on the thread that writes.
/// False: give up.
using WriteWatch = std::function<bool(std::int64_t done, std::int64_t total)>;

/// As `writeBundle` of bundle.h; also Cancelled: `watch` gave up, and `target` is what it was before.
[[nodiscard]] Result<void> writeBundle(const Recording& recording, const std::filesystem::path& target,
                                       const BundleOptions& options, const WriteWatch& watch);

/// About how many bytes the rows of all lanes take in a bundle, those that lanes share once. Reads few of them.
[[nodiscard]] std::int64_t aboutRowBytes(const Recording& recording);

}  // namespace kvw
