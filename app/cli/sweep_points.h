// SPDX-License-Identifier: Apache-2.0
/// The points of a sweep on disk: what is known of them already, and the worker that runs those that are missing.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/cli/commands.h"
#include "core/eval/sweep_results.h"

namespace kvw::cli {

/// The bundle of a point on disk.
struct KnownPoint {
    std::optional<SweepRow> row;  ///< none: it has to be run
    std::string changed;          ///< a sentence: its bundle is not as it was written, so that the point is run again
};
/// A bundle that is not even one is a row with its sentence: nothing replaces it. `resumed`: the folder says what the
/// sweep is, so that a changed bundle is of this run whatever its command says. Errors: BadUsage, if the bundle is of
/// another run.
[[nodiscard]] Result<KnownPoint> knownPoint(const std::filesystem::path& folder, const SweepPoint& point, bool resumed);

/// What a worker of `kvw sweep` is told and says: a point (sweep_file.h) in, {"row": ...} or {"error": sentence} out.
[[nodiscard]] std::string jobLine(const SweepPoint& point);
struct WorkerAnswer {
    std::optional<SweepRow> row;
    std::string error;  ///< keeps every point from running (no model, disk full, stopped)
    bool cancelled = false;
};
/// None: the line is nothing a worker says.
[[nodiscard]] std::optional<WorkerAnswer> answerOf(const SweepPoint& point, const std::string& line);

/// The worker: runs the points it is told, each into its bundle, until its standard input ends. `threads`: 0: all.
[[nodiscard]] Result<Exit> workOn(const std::filesystem::path& folder, const Catalog& catalog, int threads);

}  // namespace kvw::cli
