// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/report_json.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/analysis/overlap.h"
#include "core/analysis/process_memory.h"
#include "core/analysis/spike.h"
#include "core/base/json/json_value.h"
#include "core/base/version.h"
#include "core/bundle/manifest_json.h"
#include "core/figures/figures.h"
#include "core/trace/parameter_changes.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

ordered_json cacheJson(const Trace& trace) {
    if (trace.steps() == 0) {
        return nullptr;
    }
    const StepRecord& last = trace.step(trace.steps() - 1);
    const double share =
        last.bytesFull > 0 ? static_cast<double>(last.bytesLive) / static_cast<double>(last.bytesFull) : kMissing;
    return {{"held", last.heldTotal},
            {"kept_share", orNull(share)},
            {"bytes_live", last.bytesLive},
            {"bytes_allocated", last.bytesAllocated},
            {"bytes_full", last.bytesFull},
            {"bytes_read", countOrNull(last.bytesRead)},
            {"key_error", orNull(static_cast<double>(last.keyError))},
            {"value_error", orNull(static_cast<double>(last.valueError))}};
}

ordered_json processJson(const ProcessMemory& memory) {
    return {{"resident_bytes", memory.resident},
            {"peak_resident_bytes", memory.peak},
            {"weight_bytes", memory.weights},
            {"cache_bytes", memory.caches},
            {"row_bytes_in_files", memory.rows}};
}

ordered_json modelJson(const ModelInfo& model) {
    ordered_json json = bundle::modelJson(model);
    json.erase("hidden");
    json.erase("weight_bytes");
    return json;
}

}  // namespace

std::string generatedBy(const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    std::string text;
    for (std::int64_t i = recording.description().generatesFrom(); i < trace.steps(); ++i) {
        text += trace.tokenText(i);
    }
    return text;
}

/// Returns the text that a lane generated; null if it followed a given text.
ordered_json generatedJson(const Recording& recording, std::int32_t lane) {
    if (recording.description().mode != "generate") {
        return nullptr;
    }
    // A run may end in the middle of a character, but JSON needs whole ones.
    return ordered_json::parse(
        ordered_json(generatedBy(recording, lane)).dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

ordered_json nextJson(const Trace& trace) {
    ordered_json list = ordered_json::array();
    for (const TraceEvent& event : eventsOf(trace)) {
        if (event.kind == "next") {
            list.push_back({{"step", event.step}, {"change", event.text}});
        }
    }
    return list;
}

ordered_json laneJson(const Recording& recording, std::int32_t lane) {
    const LaneInfo& info = recording.description().lane(lane);
    const auto probeJson = [](const ProbeResult& probe) -> ordered_json {
        return {{"name", probe.name},
                {"answer", probe.answer},
                {"nll", orNull(probe.nll)},
                {"nll_full", orNull(probe.nllFull)},
                {"fact_held", orNull(probe.factHeld)}};
    };
    const LaneSettings settings = settingsOf(recording.description(), lane);
    return {{"policy",
             {{"id", info.policyId},
              {"version", info.policyVersion},
              {"text", info.policyText},
              {"parameters", info.parameters},
              {"changes", bundle::changesJson(bundle::parameterChanges(recording.trace(lane)))},
              {"notes", englishOf(recording.notes(lane))}}},
            {"positions", settings.positions},
            {"prefill", settings.prefill},
            {"dtype", settings.dtype},
            {"summary", summarize(recording, lane)},
            {"cache", cacheJson(recording.trace(lane))},
            {"probes", jsonList(probeResults(recording, lane), probeJson)},
            {"generated", generatedJson(recording, lane)},
            {"next_tokens", nextJson(recording.trace(lane))}};
}

namespace {

/// Returns the overlap of each lane with each other lane at the last step that all have; null if a lane has no steps.
ordered_json overlapJson(const Recording& recording) {
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        last = std::min(last, recording.stepsOf(lane) - 1);
    }
    if (last < 0) {
        return nullptr;
    }
    ordered_json rows = ordered_json::array();
    for (std::int32_t a = 0; a < recording.lanes(); ++a) {
        ordered_json row = ordered_json::array();
        for (std::int32_t b = 0; b < recording.lanes(); ++b) {
            const std::vector<double> layers = keepSetOverlap(recording, a, b, last);
            const double sum = std::accumulate(layers.begin(), layers.end(), 0.0);
            row.push_back(layers.empty() ? ordered_json(nullptr)
                                         : ordered_json(sum / static_cast<double>(layers.size())));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

ordered_json differenceJson(const Recording& recording, std::int32_t lane) {
    return countOrNull(lane == 0 ? -1 : firstDifference(recording, 0, lane));
}

}  // namespace

namespace {

ordered_json spikeJson(const SpikeParts& parts) {
    const auto branch = [&](const SpikeBranch& each) -> ordered_json {
        return {{"branch", figures::spikeWords(each.pruning)},
                {"lane", each.lane},
                {"mean_nll", orNull(each.mean)},
                {"cost", orNull(parts.cost(each.pruning))},
                {"nll", jsonList(each.nll, [](double nll) { return orNull(nll); })}};
    };
    return {{"step", parts.step},
            {"first_token", parts.begin},
            {"tokens", parts.end - parts.begin},
            {"branches", jsonList(parts.branches, branch)},
            {"interaction", orNull(parts.interaction())},
            {"note", orNull(parts.hasPhases() ? std::string() : std::string(kPhasesStay))}};
}

}  // namespace

ordered_json reportJson(const Recording& recording, bool compare, const std::string& bundle) {
    const RunDescription& run = recording.description();
    ordered_json report{{"tool", std::string("kvw ") + version()},
                        {"command", compare ? "compare" : "run"},
                        {"state", toText(recording.state())},
                        {"message", orNull(recording.message().english())},
                        {"model", modelJson(run.model)},
                        {"text", bundle::textJson(run)},
                        {"mode", run.mode},
                        {"positions", run.positions},
                        {"rank_keys", orNull(run.rankKeys)},
                        {"prefill", run.prefill},
                        {"dtype", run.dtype},
                        {"seed", run.seed},
                        {"command_line", run.commandLine}};
    ordered_json lanes = ordered_json::array();
    for (const std::int32_t lane : recording.tracedLanes()) {
        lanes.push_back(laneJson(recording, lane));
        if (compare) {
            lanes.back()["first_difference"] = differenceJson(recording, lane);
        }
    }
    if (compare) {
        report["lanes"] = std::move(lanes);
        report["overlap"] = overlapJson(recording);
        if (const auto parts = spikeParts(recording)) {
            report["spike"] = spikeJson(*parts);
        }
    } else if (!lanes.empty()) {
        report.update(lanes.front());
    }
    report["warnings"] = jsonList(recording.problems(), [](const Recording::Problem& problem) -> ordered_json {
        return {{"severity", toText(problem.finding.severity)},
                {"lane", countOrNull(problem.lane)},
                {"sentence", problem.sentence()},
                {"count", problem.count}};
    });
    report["process"] = processJson(processMemory(recording));
    report["bundle"] = orNull(bundle);
    return report;
}

}  // namespace kvw::cli
