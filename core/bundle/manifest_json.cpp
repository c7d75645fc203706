// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/manifest_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/json/json_value.h"
#include "core/base/text_format.h"
#include "core/base/version.h"
#include "core/bundle/bundle.h"
#include "core/bundle/canonical.h"
#include "core/bundle/findings.h"
#include "core/bundle/manifest_fields.h"
#include "core/session/spec/run_spec_json.h"
#include "core/trace/capture_changes.h"
#include "core/trace/parameter_changes.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

/// Members of the summary that are times.
constexpr std::array<const char*, 3> kTimes{"ttft_ms", "tpot_ms", "tokens_per_s"};
/// Fields that may differ between two manifests of the same run; the number of threads changes no result.
constexpr std::array<const char*, 5> kVolatile{"/times", "/specs", "/command_line", "/environment/threads",
                                               kManifestSum};
/// Also volatile, for a run that changes in mid-run: it is the same whether it was forked from a bundle or run from the
/// start.
constexpr const char* kParentBundle = "/policy/given/fork/bundle";
/// Also volatile, for a run that is over: a stopped run equals one that was asked for as many steps.
constexpr std::array<const char*, 2> kEnding{"/state", "/message"};

/// Returns the sentence as bundles store it: those about the files of a bundle have their folders.
std::string storedSentence(const Recording::Problem& problem) {
    const std::string sentence = problem.sentence();
    return validUtf8(problem.plugin == kBundleProblem ? withoutFolders(sentence) : sentence);
}

ordered_json problemsJson(const Recording& recording, std::int32_t lane) {
    ordered_json list = ordered_json::array();
    for (const auto& problem : recording.problems()) {
        if (belongsTo(problem, lane)) {
            list.push_back({{"severity", toText(problem.finding.severity)},
                            {"layer", problem.layer},
                            {"step", problem.step},
                            {"plugin", validUtf8(problem.plugin)},
                            {"sentence", storedSentence(problem)},
                            {"count", problem.count}});
        }
    }
    return list;
}

ordered_json policyJson(const Recording& recording, std::int32_t lane) {
    const LaneInfo& info = recording.description().lane(lane);
    ordered_json warnings = ordered_json::array();
    for (const auto& problem : recording.problems()) {
        if (belongsTo(problem, lane) && !problem.isError() && !problem.plugin.empty()) {
            warnings.push_back(storedSentence(problem));
        }
    }
    ordered_json policy{{"id", info.policyId},
                        {"version", info.policyVersion},
                        {"text", validUtf8(info.policyText)},
                        {"parameters", info.parameters},
                        {"given", info.given},
                        {"sinks", info.sinks},
                        {"recent", info.recent},
                        {"query_head_units", info.queryHeadUnits},
                        {"warnings", warnings},
                        {"notes", jsonList(englishOf(recording.notes(lane)), validUtf8)},
                        {"references", info.references}};
    if (!info.distinguishingText.empty()) {
        policy["apart"] = validUtf8(info.distinguishingText);
        policy["own_settings"] = info.own.has_value();
    }
    if (const auto changes = parameterChanges(recording.trace(lane)); !changes.empty()) {
        policy["changes"] = changesJson(changes);
    }
    return policy;
}

/// Returns what was changed while the lane ran, in the syntax of its text: "/recent=64@545", "/capture=maps@600".
std::vector<std::string> liveChangesOf(const Trace& trace) {
    std::vector<std::string> changes;
    for (const ParameterChange& change : parameterChanges(trace)) {
        changes.push_back(fmt::format("/{}={}@{}", change.parameter, change.value, change.step));
    }
    for (const TraceEvent& event : eventsOf(trace)) {
        if (const std::string_view level = switchedTo(event); !level.empty() && event.step < trace.steps()) {
            changes.push_back(fmt::format("/capture={}@{}", level, event.step));
        }
    }
    return changes;
}

/// Adds the note if something was changed during the run that the lane's text does not say.
void addCommandLineNote(const Recording& recording, ordered_json& manifest) {
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const std::string& text = recording.description().lane(lane).policyText;
        const auto changes =
            recording.hasTrace(lane) ? liveChangesOf(recording.trace(lane)) : std::vector<std::string>{};
        if (!std::ranges::all_of(changes, [&text](const std::string& change) { return hasChange(text, change); })) {
            manifest["command_line_note"] = kCommandLineNote;
        }
    }
}

ordered_json probesJson(const Recording& recording, std::int32_t lane) {
    ordered_json list = ordered_json::array();
    const std::vector<ProbeInfo>& probes = recording.description().probes;
    const std::vector<ProbeResult> results = probeResults(recording, lane);
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const ProbeInfo& probe = probes[i];
        const ProbeResult result = i < results.size() ? results[i] : ProbeResult{};
        list.push_back({{"name", validUtf8(probe.name)},
                        {"answer", validUtf8(probe.answer)},
                        {"fact", {probe.factBegin, probe.factEnd}},
                        {"question", {probe.questionBegin, probe.questionEnd}},
                        {"answer_tokens", {probe.answerBegin, probe.answerEnd}},
                        {"nll", orNull(result.nll)},
                        {"nll_full", orNull(result.nllFull)},
                        {"fact_held", orNull(result.factHeld)}});
    }
    return list;
}

ordered_json eventsJson(const Trace& trace, std::int64_t steps) {
    ordered_json list = ordered_json::array();
    for (const TraceEvent& event : eventsOf(trace)) {
        // The event that broke the lane off has no recorded step.
        if (event.step >= 0 && (event.step < steps || event.kind == kProblemEvent)) {
            list.push_back({{"step", event.step}, {"kind", validUtf8(event.kind)}, {"text", validUtf8(event.text)}});
        }
    }
    return list;
}

ordered_json volatileOf(const ordered_json& summary, const std::string& prefix) {
    ordered_json list(kVolatile);
    for (const char* name : kTimes) {
        if (summary.contains(name)) {
            list.push_back(prefix + "/summary/" + name);
        }
    }
    return list;
}

void addEnding(const Recording& recording, ordered_json& fields) {
    if (recording.state() == RunState::Finished || recording.state() == RunState::Stopped) {
        for (const char* field : kEnding) {
            fields.push_back(field);
        }
    }
}

/// Returns the members with which the manifests of runs and comparisons begin.
ordered_json manifestHead(const RunDescription& run, const char* format, const char* kind, const ordered_json& fields) {
    return {{"format", format},
            {"kind", kind},
            {"tool", {{"name", "KV Workbench"}, {"version", version()}}},
            {"hash", std::string(64, '0')},
            {"volatile", fields},
            {"environment", run.environment},
            {"model", modelJson(run.model)}};
}

void addCommandAndState(const Recording& recording, ordered_json& manifest) {
    manifest["command_line"] = validUtf8(recording.description().commandLine);
    addCommandLineNote(recording, manifest);
    manifest["state"] = toText(recording.state());
    manifest["message"] = validUtf8(recording.message().english());
}

}  // namespace

ordered_json modelJson(const ModelInfo& model) {
    ordered_json json{{"name", validUtf8(model.name)},
                      {"hash", model.hash},
                      {"architecture", validUtf8(model.architecture)},
                      {"dtype", model.dtype}};
    writeNumbers(json, model, kModelNumbers);
    return json;
}

ordered_json textJson(const RunDescription& run) {
    ordered_json json{{"title", validUtf8(run.textTitle)},
                      {"hash", run.textHash},
                      {"tokens", run.tokenIds.size()},
                      {"prompt_tokens", run.promptTokens}};
    if (run.questionTokens > 0) {
        json["question_tokens"] = run.questionTokens;
    }
    return json;
}

bool hasChange(std::string_view policyText, std::string_view change) noexcept {
    const std::size_t at = policyText.find(change), end = at + change.size();
    return at != std::string_view::npos && (end == policyText.size() || policyText[end] == '/');
}

std::vector<std::string> timeColumns(const std::string& name) {
    return name == "steps.csv"   ? std::vector<std::string>{"ms"}
           : name == "calls.csv" ? std::vector<std::string>{"us"}
           : name == "times.csv" ? std::vector<std::string>{"decode_ms", "capture_ms", "policy_ms", "evict_ms"}
                                 : std::vector<std::string>{};
}

ordered_json laneManifest(const Recording& recording, std::int32_t lane, const RowCounts& rows) {
    const RunDescription& run = recording.description();
    const Trace& trace = recording.trace(lane);
    const LaneSettings settings = settingsOf(run, lane);
    const ordered_json summary = summarize(recording, lane);
    ordered_json fields = volatileOf(summary, {});
    addEnding(recording, fields);
    if (run.lane(lane).given.contains(ordered_json::json_pointer("/fork"))) {
        fields.push_back(kParentBundle);
    }
    for (const auto& [name, written] : {std::pair{"steps.csv", std::int64_t{1}}, std::pair{"calls.csv", rows.calls},
                                        std::pair{"times.csv", rows.times}}) {
        if (written > 0) {
            fields.push_back(std::string("/integrity/files/") + name);
            for (const std::string& column : timeColumns(name)) {
                fields.push_back(name + (':' + column));
            }
        }
    }
    ordered_json manifest = manifestHead(run, kBundleFormat, "run", fields);
    manifest["tokenizer"] = {{"hash", run.tokenizerHash}};
    manifest["text"] = textJson(run);
    manifest["mode"] = run.mode;
    manifest["sampling"] = settings.sampling;
    manifest["positions"] = settings.positions;
    manifest["rank_keys"] = settings.rankKeys.empty() ? ordered_json(nullptr) : ordered_json(settings.rankKeys);
    manifest["prefill"] = settings.prefill;
    if (!settings.storage.empty()) {
        manifest["storage"] = settings.storage;
    }
    if (!settings.jitter.empty()) {
        manifest["jitter"] = settings.jitter;
    }
    manifest["seed"] = settings.seed;
    if (settings.dtype != "f32") {
        manifest["dtype"] = settings.dtype;
    }
    manifest["kv_dtype"] = settings.kvDtype;
    manifest["capture"] = run.capture;
    if (run.rowsLimit > 0) {
        manifest["rows_limit"] = run.rowsLimit;
    }
    manifest["device"] = settings.device;
    writeNumbers(manifest["shape"], trace.shape(), kShapeNumbers);
    manifest["policy"] = policyJson(recording, lane);
    for (const RunSpec& spec : run.specs) {
        manifest["specs"].push_back(toJson(spec));
    }
    addCommandAndState(recording, manifest);
    manifest["times"] = {{"started_at", validUtf8(run.startedAt)}, {"ttft_ms", orNull(recording.ttft(lane))}};
    manifest["summary"] = summary;
    manifest["probes"] = probesJson(recording, lane);
    manifest["problems"] = problemsJson(recording, lane);
    manifest["events"] = eventsJson(trace, rows.steps);
    writeNumbers(manifest["rows"], rows, kRowNumbers);
    return manifest;
}

ordered_json compareManifest(const Recording& recording, const std::vector<ordered_json>& lanes,
                             const std::vector<std::string>& paths) {
    const RunDescription& run = recording.description();
    ordered_json fields(kVolatile);
    addEnding(recording, fields);
    ordered_json list = ordered_json::array();
    ordered_json compared = ordered_json::array();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const ordered_json& summary = lanes[i]["summary"];
        LaneInfo named;
        named.policyText = lanes[i]["policy"]["text"];
        named.distinguishingText = lanes[i]["policy"].value("apart", std::string());
        const std::string name = laneName(named);
        for (const char* time : kTimes) {
            if (summary.contains(time)) {
                fields.push_back(fmt::format("/lanes/{}/summary/{}", i, time));
            }
        }
        list.push_back({{"path", paths[i]},
                        {"policy", lanes[i]["policy"]["id"]},
                        {"text", name},
                        {"hash", lanes[i]["hash"]},
                        {"summary", summary}});
        ordered_json row{{"lane", i}, {"policy", name}};
        for (const char* number : {"mean_nll", "delta_nll", "mean_kl", "perplexity", "compression"}) {
            row[number] = summary.contains(number) ? summary[number] : ordered_json(nullptr);
        }
        compared.push_back(row);
    }
    const auto anyIs = [&lanes](const char* format) {
        return std::ranges::any_of(lanes, [format](const ordered_json& lane) { return lane["format"] == format; });
    };
    const char* const format = anyIs(kPoolingFormat)   ? kPoolingFormat
                               : anyIs(kSharingFormat) ? kSharingFormat
                                                       : kBundleFormat;
    ordered_json manifest = manifestHead(run, format, "compare", fields);
    manifest["text"] = textJson(run);
    addCommandAndState(recording, manifest);
    manifest["times"] = {{"started_at", validUtf8(run.startedAt)}};
    manifest["lanes"] = list;
    manifest["comparison"] = {{"reference", 0}, {"lanes", compared}};
    return manifest;
}

}  // namespace kvw::bundle
