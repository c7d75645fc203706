// SPDX-License-Identifier: GPL-3.0-or-later
/// Exports in three parts that keep the window usable: the contents are computed on another thread, pictures are drawn
/// on the GUI thread, and files are encoded and written on another thread.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/workbench/plot/latest_job.h"
#include "core/base/error.h"

namespace kvw::wb {

/// Writes the files; owns what it needs. Thread: any.
using SaveFiles = std::function<Result<void>()>;
/// Draws in one go. An empty SaveFiles: there is nothing to write. Thread: GUI thread.
using PaintFiles = std::function<Result<SaveFiles>()>;
/// Computes the contents from data that it owns: recordings (published steps only), paths, copies. Thread: any.
using FileWork = std::function<PaintFiles(const LatestJob::Stale& stale)>;

/// Runs all three parts at once. Thread: GUI thread.
[[nodiscard]] Result<void> doNow(const FileWork& work);

/// Returns the export of a text file, which needs no drawing. `text`: called on any thread.
[[nodiscard]] FileWork textWork(std::function<Result<std::string>(const LatestJob::Stale& stale)> text,
                                std::filesystem::path file);
/// Returns an export that is small or needs the GUI thread throughout.
[[nodiscard]] FileWork paintWork(std::function<Result<void>()> make);
[[nodiscard]] FileWork failedWork(Error error);
/// Returns the error of a job that ended with an exception (LatestJob::failed). `where`: the file being made.
[[nodiscard]] tl::unexpected<Error> notComputed(const std::string& where, const std::string& thrown);

}  // namespace kvw::wb
