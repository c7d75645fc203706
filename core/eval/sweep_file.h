// SPDX-License-Identifier: Apache-2.0
/// What a sweep is, as `sweep.json` in its folder: who goes on with it, in another process or on another day, reads it
/// there.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/eval/sweep.h"

namespace kvw {

inline constexpr const char* kSweepFormat = "kvw-sweep-1";

/// Everything but policies, which a sweep has apart. Paths are absolute: the file belongs to this machine.
[[nodiscard]] nlohmann::ordered_json toJson(const Sweep& sweep);
/// Errors: BadInput naming `where` and the member, or the version that was found.
[[nodiscard]] Result<Sweep> sweepOf(const nlohmann::ordered_json& json, const std::string& where);

/// One point by itself, for who runs it elsewhere: it needs neither the grid nor the catalog.
[[nodiscard]] nlohmann::ordered_json toJson(const SweepPoint& point);
[[nodiscard]] Result<SweepPoint> sweepPointOf(const nlohmann::ordered_json& json, const std::string& where);

[[nodiscard]] std::filesystem::path sweepFile(const std::filesystem::path& folder);
/// Makes the folder; the file appears whole or not at all. Errors: Io.
[[nodiscard]] Result<void> writeSweep(const std::filesystem::path& folder, const Sweep& sweep);
/// Errors: NotFound, BadInput.
[[nodiscard]] Result<Sweep> readSweep(const std::filesystem::path& folder);

/// Names of runs that the folder has by its own plan and that `points` has not: who wrote another plan there would lose
/// sight of them. Errors: a plan that is there and cannot be read, or whose policies are not installed.
[[nodiscard]] Result<std::vector<std::string>> runsLeftOut(const std::filesystem::path& folder,
                                                           const std::vector<SweepPoint>& points,
                                                           const Catalog& catalog);
/// Whether the plan of `sweep`, whose points these are, may take the place of the one that is there. Errors: runs would
/// be left out (BadUsage); those of `runsLeftOut`.
[[nodiscard]] Result<void> checkRunsKept(const std::filesystem::path& folder, const Sweep& sweep,
                                         const std::vector<SweepPoint>& points, const Catalog& catalog);

/// `kvw sweep ...` as it may be printed: files and folders by their names alone.
[[nodiscard]] std::string sweepCommandAnywhere(const Sweep& sweep, const std::filesystem::path& folder);
/// `kvw sweep ...` with the same effect on this machine.
[[nodiscard]] std::string sweepCommand(const Sweep& sweep, const std::filesystem::path& folder, int workers);

/// Where the bundle of a point is.
[[nodiscard]] std::filesystem::path bundleOf(const std::filesystem::path& folder, const SweepPoint& point);

}  // namespace kvw
