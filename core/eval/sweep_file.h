// SPDX-License-Identifier: Apache-2.0
/// The plan of a sweep as `sweep.json` in its folder, from which another process can continue it later.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/eval/sweep.h"

namespace kvw {

inline constexpr const char* kSweepFormat = "kvw-sweep-1";

/// Returns the plan as JSON. Of the base run it has everything but the policies, which a sweep lists separately. Paths
/// are absolute: the file belongs to this machine.
[[nodiscard]] nlohmann::ordered_json toJson(const Sweep& sweep);
/// Reads the plan. Errors: BadInput naming `where` and the member.
[[nodiscard]] Result<Sweep> sweepOf(const nlohmann::json& json, const std::string& where);

/// Returns one point by itself, for another process that runs it: it needs neither the grid nor the catalog.
[[nodiscard]] nlohmann::ordered_json toJson(const SweepPoint& point);
[[nodiscard]] Result<SweepPoint> sweepPointOf(const nlohmann::json& json, const std::string& where);

/// Writes the plan, "sweep.json", and creates the folder; the file appears whole or not at all. Errors: Io.
[[nodiscard]] Result<void> writeSweep(const std::filesystem::path& folder, const Sweep& sweep);
/// Reads the plan in a folder. Errors: NotFound, BadInput.
[[nodiscard]] Result<Sweep> readSweep(const std::filesystem::path& folder);

/// Returns the names of runs that the folder has by its own plan and that `points` lacks: a new plan there would hide
/// them. Errors: the existing plan cannot be read, or its policies are not installed.
[[nodiscard]] Result<std::vector<std::string>> orphanedRuns(const std::filesystem::path& folder,
                                                            const std::vector<SweepPoint>& points,
                                                            const Catalog& catalog);
/// Checks that the plan of `sweep` with these points may replace the existing one. Errors: BadUsage if runs would be
/// left out; those of `orphanedRuns`.
[[nodiscard]] Result<void> checkRunsKept(const std::filesystem::path& folder, const Sweep& sweep,
                                         const std::vector<SweepPoint>& points, const Catalog& catalog);

/// Returns `kvw sweep ...` for publication: files and folders by their names alone.
[[nodiscard]] std::string sweepCommandAnywhere(const Sweep& sweep, const std::filesystem::path& folder);
/// Returns `kvw sweep ...` with the same effect on this machine.
[[nodiscard]] std::string sweepCommand(const Sweep& sweep, const std::filesystem::path& folder, int workers);

/// Returns the path of a point's bundle.
[[nodiscard]] std::filesystem::path bundleOf(const std::filesystem::path& folder, const SweepPoint& point);

}  // namespace kvw
