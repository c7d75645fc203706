// SPDX-License-Identifier: Apache-2.0
/// Bundles as they are published: the data of a run, and the tables and figures that are made of it.
#pragma once

#include <filesystem>

#include "core/base/error.h"
#include "core/bundle/bundle.h"
#include "core/bundle/write_watched.h"
#include "core/trace/recording.h"

namespace kvw {

/// Writes a bundle like `writeBundleFiles`, with tables and figures as `options` says; `watch` counts and may stop it.
/// Errors: those of it.
[[nodiscard]] Result<void> writeBundle(const Recording& recording, const std::filesystem::path& target,
                                       const BundleOptions& options = {}, const WriteWatch& watch = {});

}  // namespace kvw
