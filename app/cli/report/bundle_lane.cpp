// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/bundle_lane.h"

#include <algorithm>

#include "app/cli/report/text_table.h"
#include "app/cli/values.h"
#include "core/session/spec/run_changes.h"
#include "core/trace/lane_name.h"

namespace kvw::cli {

Result<OpenedBundle> openAndWarn(const std::filesystem::path& path) {
    KVW_TRY_ASSIGN(auto opened, openBundle(path));
    std::ranges::for_each(englishOf(opened.warnings), warn);
    return opened;
}

void addWarnings(nlohmann::ordered_json& report, const OpenedBundle& opened) {
    if (!opened.warnings.empty()) {
        report["bundle_warnings"] = englishOf(opened.warnings);
    }
}

Result<std::int32_t> laneOf(const Recording& recording, std::int64_t wanted) {
    const std::int64_t lane = wanted >= 0 ? wanted : std::min(1, recording.lanes() - 1);
    if (lane >= recording.lanes() || !recording.hasTrace(static_cast<std::int32_t>(lane))) {
        return fail(Code::BadUsage, "--lane", "there is no such lane", std::to_string(lane),
                    phrase("0 to %1", recording.lanes() - 1));
    }
    return static_cast<std::int32_t>(lane);
}

Result<std::int32_t> policyLane(const RunDescription& run, std::int64_t wanted, const char* command) {
    const std::int64_t lane = wanted >= 0 ? wanted : onlyPolicy(specOf(run));
    if (lane < 0) {
        return fail(Code::BadUsage, command, "the bundle has several policies", std::to_string(run.lanes.size()),
                    "--lane with the number of one, where 0 is the first");
    }
    return static_cast<std::int32_t>(lane);
}

void addLaneReport(CLI::App& app, LaneReportOptions& options, const std::string& whichBundle) {
    addOption(app, "bundle", options.bundle, whichBundle, somePath().named("BUNDLE"))->required();
    addOption(app, "--lane", options.lane, "lane of a comparison; default: the first beside the full cache",
              wholeNumber(0));
    app.add_flag("--json", options.json, "print one JSON object");
}

Result<Exit> printLaneReport(
    const LaneReportOptions& options,
    const std::function<Result<LaneReport>(const OpenedBundle& opened, std::int32_t lane)>& report) {
    KVW_TRY_ASSIGN(const auto opened, openAndWarn(options.bundle));
    KVW_TRY_ASSIGN(const auto lane, laneOf(*opened.recording, options.lane));
    KVW_TRY_ASSIGN(const auto said, report(opened, lane));
    const std::string policy = laneName(opened.recording->description(), lane);
    nlohmann::ordered_json all{{"bundle_hash", opened.hash}, {"lane", lane}, {"policy", policy}};
    all.update(said.members);
    addWarnings(all, opened);
    print(options.json ? dumped(all) : fmt::format("lane {}  {}: {}", lane, oneLine(policy), said.text));
    return Exit::Good;
}

}  // namespace kvw::cli
