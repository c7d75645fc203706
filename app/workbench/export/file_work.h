// SPDX-License-Identifier: GPL-3.0-or-later
/// Files that are made in three parts, so that a window goes on meanwhile: what they hold is computed off the GUI
/// thread, pictures are drawn on it, and what there is by then is written off it again.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/workbench/plots/latest_job.h"
#include "core/base/error.h"

namespace kvw::wb {

/// Writes what was made. Any thread; holds it.
using SaveFiles = std::function<Result<void>()>;
/// Draws, in one go. Thread: GUI thread. Empty SaveFiles: there is nothing to write.
using PaintFiles = std::function<Result<SaveFiles>()>;
/// Computes, of what it holds itself: recordings (published steps only), paths, copies. Any thread.
using FileWork = std::function<PaintFiles(const LatestJob::Stale& stale)>;

/// All three parts at once. Thread: GUI thread.
[[nodiscard]] Result<void> doNow(const FileWork& work);

/// A file of text, which needs no drawing. `text`: any thread.
[[nodiscard]] FileWork textWork(std::function<Result<std::string>(const LatestJob::Stale& stale)> text,
                                std::filesystem::path file);
/// What is small, or can be made on the GUI thread only.
[[nodiscard]] FileWork paintWork(std::function<Result<void>()> make);
[[nodiscard]] FileWork failedWork(Error error);
/// The error of a job that ended with an exception (LatestJob::failed). `where`: what was made.
[[nodiscard]] tl::unexpected<Error> notComputed(const std::string& where, const std::string& thrown);

}  // namespace kvw::wb
