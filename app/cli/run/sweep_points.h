// SPDX-License-Identifier: Apache-2.0
/// The points of a sweep on disk: looks up finished ones, and implements the worker process that runs the missing ones.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/cli/commands.h"
#include "core/base/phrase.h"
#include "core/eval/sweep_results.h"

namespace kvw::cli {

/// State of a point's bundle on disk.
struct KnownPoint {
    std::optional<SweepRow> row;  ///< none: the point must be run
    Phrase changed;               ///< how the bundle differs from what was written, as a sentence; such a point is run
                                  ///< again
};
/// Looks up the bundle of a point. A path that holds no readable bundle at all gives a row with the problem, and is
/// never overwritten. `resumed`: the sweep file in the folder vouches for the bundle, so a changed bundle counts as
/// this run's whatever command line it records. Errors: BadUsage if the bundle is of another run.
[[nodiscard]] Result<KnownPoint> lookUpPoint(const std::filesystem::path& folder, const SweepPoint& point,
                                             bool resumed);

/// Returns the line sent to a worker of `kvw sweep`: a point (sweep_file.h). The worker answers {"row": ...} or
/// {"error": sentence}.
[[nodiscard]] std::string jobLine(const SweepPoint& point);
struct WorkerAnswer {
    std::optional<SweepRow> row;
    Phrase error;  ///< reason that keeps every point from running (no engine, disk full, stopped)
    bool cancelled = false;
};
/// Parses a worker's answer; none: the line is no such answer.
[[nodiscard]] std::optional<WorkerAnswer> answerOf(const SweepPoint& point, const std::string& line);

/// Implements the worker: runs the points it is sent, each into its own bundle, until standard input ends. `threads`:
/// 0: all.
[[nodiscard]] Result<Exit> workOn(const std::filesystem::path& folder, const Catalog& catalog, int threads);

/// Returns the file in which the task of a batch system leaves its answer.
[[nodiscard]] std::filesystem::path answerFile(const std::filesystem::path& folder, const std::string& point);
/// Implements such a task: runs the point on one line of a file, and writes its answer. Errors: those of the file;
/// Cancelled without an answer.
[[nodiscard]] Result<Exit> workOnTask(const std::filesystem::path& folder, const std::filesystem::path& jobs,
                                      std::int64_t index, const Catalog& catalog, int threads);

}  // namespace kvw::cli
