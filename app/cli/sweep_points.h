// SPDX-License-Identifier: Apache-2.0
/// The points of a sweep on disk: what is known of them already, and the worker that runs those that are missing.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/cli/commands.h"
#include "core/eval/sweep_results.h"

namespace kvw::cli {

/// The row of a point whose bundle is there; none: it has to be run. A bundle that cannot be read is a row with its
/// sentence. Errors: BadUsage, if the bundle is of another run.
[[nodiscard]] Result<std::optional<SweepRow>> knownRow(const std::filesystem::path& folder, const SweepPoint& point);

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
