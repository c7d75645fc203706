// SPDX-License-Identifier: Apache-2.0
/// Options and output shared by the commands that report on one lane of a bundle.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "app/cli/commands.h"
#include "core/base/error.h"
#include "core/bundle/bundle.h"
#include "core/trace/recording.h"

namespace kvw::cli {

/// Opens a bundle like `openBundle` and prints its warnings (files that changed since they were written) to standard
/// error.
[[nodiscard]] Result<OpenedBundle> openAndWarn(const std::filesystem::path& path);
/// Adds the member "bundle_warnings" to the report of a command, if the bundle has warnings.
void addWarnings(nlohmann::ordered_json& report, const OpenedBundle& opened);

/// Returns the lane to report on. `wanted` < 0: the first lane after the full cache, or the only lane. Errors: BadUsage
/// if there is no such lane.
[[nodiscard]] Result<std::int32_t> laneOf(const Recording& recording, std::int64_t wanted);

/// Returns the lane that `wanted` says, or if it is negative the only policy. Errors: BadUsage if there are several.
[[nodiscard]] Result<std::int32_t> policyLane(const RunDescription& run, std::int64_t wanted, const char* command);

/// Arguments of every command about one lane of a bundle.
struct LaneReportOptions {
    std::string bundle;
    std::int64_t lane = -1;
    bool json = false;
};
/// Declares BUNDLE, --lane and --json. `options` must outlive `app`.
void addLaneReport(CLI::App& app, LaneReportOptions& options, const std::string& whichBundle);

/// Report of a command on a lane: members of JSON, which follow "bundle_hash", "lane" and "policy", and a text, which
/// follows number and policy of the lane.
struct LaneReport {
    nlohmann::ordered_json members;
    std::string text;
};
/// Returns the report on a lane of the bundle that the options name.
template <class Options>
using LaneReporter = Result<LaneReport> (*)(const OpenedBundle& opened, const Options& options, std::int32_t lane);

/// Opens the bundle and prints what `report` returns for the lane.
[[nodiscard]] Result<Exit> printLaneReport(
    const LaneReportOptions& options,
    const std::function<Result<LaneReport>(const OpenedBundle& opened, std::int32_t lane)>& report);
template <class Options>
[[nodiscard]] Result<Exit> printLaneReport(const Options& options, LaneReporter<Options> report) {
    return printLaneReport(
        options, [&](const OpenedBundle& opened, std::int32_t lane) { return report(opened, options, lane); });
}

/// Adds a command that prints a report on a lane; Options has LaneReportOptions as its base.
template <class Options>
Added<Options> addLaneCommand(Commands& commands, const char* name, const char* purpose, const char* examples,
                              const char* whichBundle, LaneReporter<Options> report) {
    const Added<Options> added =
        commands.add<Options>(name, purpose, examples, [report](const Options& options, const CLI::App&) {
            return printLaneReport(options, report);
        });
    addLaneReport(added.app, added.options, whichBundle);
    return added;
}

/// Returns the result; an error names the bundle.
template <class Value>
[[nodiscard]] Result<Value> aboutBundle(const LaneReportOptions& options, Result<Value> result) {
    return std::move(result).map_error([&](Error error) {
        error.where = options.bundle;
        return error;
    });
}

}  // namespace kvw::cli
