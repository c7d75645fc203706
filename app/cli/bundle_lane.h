// SPDX-License-Identifier: Apache-2.0
/// Which lane of a bundle a command is about, and the commands that print something of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/commands.h"
#include "core/base/error.h"
#include "core/bundle/bundle.h"
#include "core/trace/recording.h"

namespace kvw::cli {

/// `openBundle`, for every command: what is not as it was written is told on standard error.
[[nodiscard]] Result<OpenedBundle> openAndWarn(const std::filesystem::path& path);
/// Adds "bundle_warnings" to what a command prints of a bundle, where there are some.
void addWarnings(nlohmann::ordered_json& report, const OpenedBundle& opened);

/// `wanted` < 0: the first lane beside the full cache, which says most. Errors: BadUsage, it is not there.
[[nodiscard]] Result<std::int32_t> laneOf(const Recording& recording, std::int64_t wanted);

/// What every command about one lane of a bundle is given.
struct LaneReportOptions {
    std::string bundle;
    std::int64_t lane = -1;
    bool json = false;
};
/// BUNDLE, --lane and --json; `options` outlives `app`.
void addLaneReport(CLI::App& app, LaneReportOptions& options, const std::string& whichBundle);

using LaneReport = std::function<Result<nlohmann::ordered_json>(const OpenedBundle& opened, std::int32_t lane)>;
/// Opens the bundle and prints what `report` says of the lane, behind its "bundle_hash", "lane" and "policy": as JSON,
/// or as `text` puts it.
[[nodiscard]] Result<Exit> printLaneReport(const LaneReportOptions& options, const LaneReport& report,
                                           std::string (*text)(const nlohmann::ordered_json& report));

}  // namespace kvw::cli
