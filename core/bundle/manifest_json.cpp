// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/manifest_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/json/json_access.h"
#include "core/base/text_format.h"
#include "core/base/version.h"
#include "core/bundle/bundle.h"
#include "core/bundle/canonical.h"
#include "core/bundle/findings.h"
#include "core/session/spec/old_command.h"
#include "core/session/spec/run_spec_json.h"
#include "core/trace/capture_changes.h"
#include "core/trace/parameter_changes.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

constexpr std::array<const char*, 4> kStates{"running", "finished", "stopped", "failed"};
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
/// Largest shape that is accepted, since a trace reserves memory for it; far beyond any model.
constexpr std::int64_t kMostLayers = 4096, kMostUnits = 262144;

ordered_json orNull(double value) {
    return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

double orMissing(const ordered_json& value) {
    return value.is_number() ? value.get<double>() : kMissing;
}

ordered_json tool() {
    return {{"name", "KV Workbench"}, {"version", version()}};
}

ordered_json modelJson(const ModelInfo& model) {
    return {{"name", validUtf8(model.name)},
            {"hash", model.hash},
            {"architecture", validUtf8(model.architecture)},
            {"dtype", model.dtype},
            {"layers", model.layers},
            {"query_heads", model.queryHeads},
            {"kv_heads", model.kvHeads},
            {"head_dim", model.headDim},
            {"hidden", model.hidden},
            {"vocabulary", model.vocabulary},
            {"context", model.context},
            {"parameters", model.parameters},
            {"weight_bytes", model.weightBytes},
            {"kv_bytes_per_token", model.kvBytesPerToken}};
}

ModelInfo modelOf(const ordered_json& json) {
    ModelInfo model;
    model.name = json["name"];
    model.hash = json["hash"];
    model.architecture = json["architecture"];
    model.dtype = json["dtype"];
    const std::array<std::pair<const char*, std::int64_t*>, 10> numbers{
        {{"layers", &model.layers},
         {"query_heads", &model.queryHeads},
         {"kv_heads", &model.kvHeads},
         {"head_dim", &model.headDim},
         {"hidden", &model.hidden},
         {"vocabulary", &model.vocabulary},
         {"context", &model.context},
         {"parameters", &model.parameters},
         {"weight_bytes", &model.weightBytes},
         {"kv_bytes_per_token", &model.kvBytesPerToken}}};
    for (const auto& [name, to] : numbers) {
        *to = json[name].get<std::int64_t>();
    }
    return model;
}

ordered_json textJson(const RunDescription& run) {
    return {{"title", validUtf8(run.textTitle)},
            {"hash", run.textHash},
            {"tokens", run.tokenIds.size()},
            {"prompt_tokens", run.promptTokens}};
}

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
    const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
    ordered_json warnings = ordered_json::array();
    for (const auto& problem : recording.problems()) {
        if (belongsTo(problem, lane) && !problem.isError() && !problem.plugin.empty()) {
            warnings.push_back(storedSentence(problem));
        }
    }
    ordered_json notes = ordered_json::array();
    for (const Finding& note : recording.notes(lane)) {
        notes.push_back(validUtf8(note.sentence()));
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
                        {"notes", notes},
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
    constexpr std::string_view kLevel = "capture = ";
    for (std::int64_t i = 0; i < trace.events(); ++i) {
        const TraceEvent& event = trace.event(i);
        if (event.kind == kCaptureEvent && event.text.starts_with(kLevel) && event.step < trace.steps()) {
            changes.push_back(fmt::format("/capture={}@{}", event.text.substr(kLevel.size()), event.step));
        }
    }
    return changes;
}

/// Adds the note if something was changed during the run that the lane's text does not say.
void addCommandLineNote(const Recording& recording, ordered_json& manifest) {
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const std::string& text = recording.description().lanes[static_cast<std::size_t>(lane)].policyText;
        const auto changes =
            recording.hasTrace(lane) ? liveChangesOf(recording.trace(lane)) : std::vector<std::string>{};
        const auto told = [&text](const std::string& wanted) {
            const std::size_t at = text.find(wanted);
            return at != std::string::npos && (at + wanted.size() == text.size() || text[at + wanted.size()] == '/');
        };
        if (!std::all_of(changes.begin(), changes.end(), told)) {
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
    for (std::int64_t i = 0; i < trace.events(); ++i) {
        const TraceEvent& event = trace.event(i);
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

std::string zeroHash() {
    return std::string(64, '0');
}

}  // namespace

std::vector<std::string> timeColumns(const std::string& name) {
    return name == "steps.csv"   ? std::vector<std::string>{"ms"}
           : name == "calls.csv" ? std::vector<std::string>{"us"}
           : name == "times.csv" ? std::vector<std::string>{"decode_ms", "capture_ms", "policy_ms", "evict_ms"}
                                 : std::vector<std::string>{};
}

ordered_json laneManifest(const Recording& recording, std::int32_t lane, const RowCounts& rows) {
    const RunDescription& run = recording.description();
    const Trace& trace = recording.trace(lane);
    const TraceShape& shape = trace.shape();
    const LaneSettings settings = settingsOf(run, lane);
    const ordered_json summary = summarize(recording, lane);
    ordered_json fields = volatileOf(summary, {});
    addEnding(recording, fields);
    if (run.lanes[static_cast<std::size_t>(lane)].given.contains(ordered_json::json_pointer("/fork"))) {
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
    ordered_json manifest;
    manifest["format"] = kBundleFormat;
    manifest["kind"] = "run";
    manifest["tool"] = tool();
    manifest["hash"] = zeroHash();
    manifest["volatile"] = fields;
    manifest["environment"] = run.environment;
    manifest["model"] = modelJson(run.model);
    manifest["tokenizer"] = {{"hash", run.tokenizerHash}};
    manifest["text"] = textJson(run);
    manifest["mode"] = run.mode;
    manifest["sampling"] = settings.sampling;
    manifest["positions"] = settings.positions;
    manifest["rank_keys"] = settings.rankKeys.empty() ? ordered_json(nullptr) : ordered_json(settings.rankKeys);
    manifest["prefill"] = settings.prefill;
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
    manifest["shape"] = {{"layers", shape.layers},
                         {"query_heads", shape.queryHeads},
                         {"kv_heads", shape.kvHeads},
                         {"head_dim", shape.headDim},
                         {"units", shape.units}};
    manifest["policy"] = policyJson(recording, lane);
    for (const RunSpec& spec : run.specs) {
        manifest["specs"].push_back(toJson(spec));
    }
    manifest["command_line"] = validUtf8(run.commandLine);
    addCommandLineNote(recording, manifest);
    manifest["state"] = kStates[static_cast<std::size_t>(recording.state())];
    manifest["message"] = validUtf8(recording.message().english());
    manifest["times"] = {{"started_at", validUtf8(run.startedAt)}, {"ttft_ms", orNull(recording.ttft(lane))}};
    manifest["summary"] = summary;
    manifest["probes"] = probesJson(recording, lane);
    manifest["problems"] = problemsJson(recording, lane);
    manifest["events"] = eventsJson(trace, rows.steps);
    manifest["rows"] = {{"steps", rows.steps},
                        {"layers", rows.layers},
                        {"evictions", rows.evictions},
                        {"prefill_memory", rows.memory},
                        {"calls", rows.calls},
                        {"times", rows.times},
                        {"rest", rows.rest}};
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
    ordered_json manifest;
    const bool sharing =
        std::ranges::any_of(lanes, [](const ordered_json& lane) { return lane["format"] == kSharingFormat; });
    manifest["format"] = sharing ? kSharingFormat : kBundleFormat;
    manifest["kind"] = "compare";
    manifest["tool"] = tool();
    manifest["hash"] = zeroHash();
    manifest["volatile"] = fields;
    manifest["environment"] = run.environment;
    manifest["model"] = modelJson(run.model);
    manifest["text"] = textJson(run);
    manifest["command_line"] = validUtf8(run.commandLine);
    addCommandLineNote(recording, manifest);
    manifest["state"] = kStates[static_cast<std::size_t>(recording.state())];
    manifest["message"] = validUtf8(recording.message().english());
    manifest["times"] = {{"started_at", validUtf8(run.startedAt)}};
    manifest["lanes"] = list;
    manifest["comparison"] = {{"reference", 0}, {"lanes", compared}};
    return manifest;
}

Result<std::vector<RunSpec>> specsOf(const ordered_json& manifest, const std::string& where) {
    const auto stored = manifest.find("specs");
    if (stored == manifest.end()) {
        const auto command = manifest.find("command_line");
        return command != manifest.end() && command->is_string() ? specsOfOldCommand(command->get<std::string>())
                                                                 : std::vector<RunSpec>();
    }
    std::vector<RunSpec> specs;
    for (const ordered_json& json : *stored) {
        KVW_TRY_ASSIGN(auto spec, runSpecOf(json, where));
        specs.push_back(std::move(spec));
    }
    return specs;
}

RunDescription descriptionOf(const ordered_json& manifest) {
    RunDescription run;
    run.model = modelOf(manifest["model"]);
    run.tokenizerHash = manifest["tokenizer"]["hash"];
    run.textTitle = manifest["text"]["title"];
    run.textHash = manifest["text"]["hash"];
    run.promptTokens = manifest["text"]["prompt_tokens"].get<std::int64_t>();
    run.mode = manifest["mode"];
    run.sampling = manifest["sampling"];
    run.positions = manifest["positions"];
    const auto rankKeys = manifest.find("rank_keys");
    run.rankKeys = rankKeys != manifest.end() && rankKeys->is_string() ? rankKeys->get<std::string>() : std::string();
    run.prefill = manifest["prefill"];
    run.seed = wholeOf(manifest, "seed");
    run.dtype = manifest.value("dtype", run.dtype);
    run.kvDtype = manifest["kv_dtype"];
    run.capture = manifest["capture"];
    run.rowsLimit = manifest.value("rows_limit", std::int64_t{0});
    run.device = manifest["device"];
    run.environment = manifest["environment"];
    run.specs = specsOf(manifest, {}).value_or(std::vector<RunSpec>());
    run.commandLine = manifest["command_line"];
    run.startedAt = manifest["times"]["started_at"];
    const auto range = [](const ordered_json& json, std::int32_t& begin, std::int32_t& end) {
        begin = json[0].get<std::int32_t>();
        end = json[1].get<std::int32_t>();
    };
    for (const auto& json : manifest["probes"]) {
        ProbeInfo probe;
        probe.name = json["name"];
        probe.answer = json["answer"];
        range(json["fact"], probe.factBegin, probe.factEnd);
        range(json["question"], probe.questionBegin, probe.questionEnd);
        range(json["answer_tokens"], probe.answerBegin, probe.answerEnd);
        run.probes.push_back(std::move(probe));
    }
    const ordered_json& policy = manifest["policy"];
    LaneInfo lane;
    lane.policyId = policy["id"];
    lane.policyVersion = policy["version"];
    lane.policyText = policy["text"];
    lane.parameters = policy["parameters"];
    lane.given = policy["given"];
    lane.sinks = policy["sinks"].get<std::int64_t>();
    lane.recent = policy["recent"].get<std::int64_t>();
    lane.queryHeadUnits = policy["query_head_units"].get<bool>();
    lane.references = policy.value("references", ordered_json::array());
    lane.distinguishingText = policy.value("apart", std::string());
    if (const auto own = policy.find("own_settings"); own != policy.end() && *own == ordered_json(true)) {
        lane.own = settingsOf(run, -1);
    }
    run.lanes.push_back(std::move(lane));
    return run;
}

Result<TraceShape> shapeOf(const ordered_json& manifest, const std::string& where) {
    const ordered_json& json = manifest["shape"];
    TraceShape shape;
    shape.layers = json["layers"].get<std::int32_t>();
    shape.queryHeads = json["query_heads"].get<std::int32_t>();
    shape.kvHeads = json["kv_heads"].get<std::int32_t>();
    shape.headDim = json["head_dim"].get<std::int32_t>();
    shape.units = json["units"].get<std::int32_t>();
    const bool sane = shape.layers <= kMostLayers && std::int64_t{shape.layers} * shape.units <= kMostUnits &&
                      shape.queryHeads % shape.kvHeads == 0 && shape.queryHeads % shape.units == 0;
    if (!sane) {
        return fail(Code::BadInput, where, "the shape is not valid", json.dump(),
                    phrase("at most %1 layers, %2 keep-sets, heads that divide evenly", kMostLayers, kMostUnits));
    }
    return shape;
}

RowCounts rowsOf(const ordered_json& manifest) {
    const ordered_json& rows = manifest["rows"];
    return {rows["steps"].get<std::int64_t>(),     rows["layers"].get<std::int64_t>(),
            rows["evictions"].get<std::int64_t>(), rows.value("prefill_memory", std::int64_t{0}),
            rows.value("calls", std::int64_t{0}),  rows.value("times", std::int64_t{0}),
            rows["rest"].get<std::int64_t>()};
}

void restoreState(const ordered_json& manifest, const ordered_json& findings, std::int32_t lane, Recording& recording) {
    const ordered_json& problems = manifest["problems"];
    for (std::size_t i = 0; i < problems.size(); ++i) {
        const ordered_json& json = problems[i];
        Recording::Problem problem;
        const Severity severity = json["severity"] == toText(Severity::Error) ? Severity::Error : Severity::Warning;
        problem.finding = restoredFinding(findings, "problems", i, json["sentence"], severity);
        problem.lane = lane;
        constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
        problem.layer = static_cast<std::int32_t>(std::min(json["layer"].get<std::int64_t>(), kMost));
        problem.step = static_cast<std::int32_t>(std::min(json["step"].get<std::int64_t>(), kMost));
        problem.plugin = json["plugin"];
        problem.count = json["count"].get<std::int64_t>();
        recording.report(std::move(problem));
    }
    std::vector<Finding> notes;
    for (const std::string& note : manifest["policy"].value("notes", std::vector<std::string>{})) {
        notes.push_back(restoredFinding(findings, "notes", notes.size(), note, Severity::Note));
    }
    recording.setNotes(lane, std::move(notes));
    recording.setTtft(lane, orMissing(manifest["times"]["ttft_ms"]));
    const std::string state = manifest["state"];
    for (std::size_t i = 0; i < kStates.size(); ++i) {
        // A run in progress becomes a stopped one: no more steps will come.
        if (state == kStates[i]) {
            recording.setState(i == 0 ? RunState::Stopped : static_cast<RunState>(i),
                               restoredFinding(findings, "message", 0, manifest["message"], Severity::Note).asPhrase());
        }
    }
}

}  // namespace kvw::bundle
