// SPDX-License-Identifier: Apache-2.0
/// Checks of a manifest before anything in it is used, and reading of one that has passed them.
#include <algorithm>
#include <limits>
#include <set>

#include "core/base/json/json_access.h"
#include "core/base/json/json_text.h"
#include "core/base/json/schema.h"
#include "core/base/parse_number.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/bundle/bundle.h"
#include "core/bundle/findings.h"
#include "core/bundle/manifest_fields.h"
#include "core/bundle/manifest_json.h"
#include "core/session/spec/command_words.h"
#include "core/session/spec/run_spec_json.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

/// Largest shape that is accepted, since a trace reserves memory for it; far beyond any model.
constexpr std::int64_t kMostLayers = 4096, kMostUnits = 262144;

ModelInfo modelOf(const ordered_json& json) {
    ModelInfo model;
    model.name = json["name"];
    model.hash = json["hash"];
    model.architecture = json["architecture"];
    model.dtype = json["dtype"];
    readNumbers(json, model, kModelNumbers);
    return model;
}

/// Returns what is found in place of the format's name.
Phrase foundFormat(const ordered_json& manifest) {
    if (!manifest.is_object() || !manifest.contains("format")) {
        return "no format";
    }
    return phrase("format %1", std::string(beginningOf(validUtf8(dumpLine(manifest["format"])), 40)));
}

constexpr std::size_t kLongestPolicyText = std::size_t{64} << 10;

/// Limits the length of the policy text: it reproduces the run, so it cannot be cut, and it is displayed wherever a
/// lane is named.
Result<void> checkPolicy(const ordered_json& manifest, const std::string& where) {
    const ordered_json& policy = manifest["policy"];
    const std::size_t given = policy["given"].is_object() ? policy["given"].value("text", std::string()).size() : 0;
    const std::size_t longest = std::max(policy["text"].get_ref<const std::string&>().size(), given);
    return longest <= kLongestPolicyText
               ? Result<void>()
               : fail(Code::BadInput, where, "the text of the policy is too long", phrase("%1 bytes", longest),
                      phrase("at most %1 bytes", kLongestPolicyText));
}

/// Refuses a lane that is named twice: each entry is read into memory, so that a thousand entries would take a thousand
/// times the memory.
Result<void> checkLanes(const ordered_json& manifest, const std::string& where) {
    std::set<std::string> paths;
    for (const auto& lane : manifest["lanes"]) {
        if (const std::string path = lane["path"]; !paths.insert(path).second) {
            return fail(Code::BadInput, where, "the comparison names a lane twice", path);
        }
    }
    return {};
}

}  // namespace

Result<void> checkManifest(const ordered_json& manifest, const std::string& where) {
    const auto format = manifest.is_object() ? manifest.find("format") : manifest.end();
    const std::string name =
        format != manifest.end() && format->is_string() ? format->get<std::string>() : std::string();
    constexpr std::string_view kPrefix = "kvw-bundle-";
    const auto number = name.rfind(kPrefix, 0) == 0
                            ? parsedNumber<std::int64_t>(std::string_view(name).substr(kPrefix.size()))
                            : std::nullopt;
    if (!number || *number < 1) {
        return fail(Code::BadInput, where, "this is not the manifest of a bundle",
                    name.empty() ? foundFormat(manifest) : '"' + std::string(beginningOf(name, 40)) + '"',
                    phrase("format \"%1\"", kBundleFormat));
    }
    if (*number > kBundleVersion) {
        return fail(Code::BadInput, where, "the bundle was written by a newer version of KV Workbench",
                    phrase("format %1", *number),
                    phrase("format %1 or older; a newer KV Workbench opens it", kBundleVersion));
    }
    const bool compare = manifest.contains("kind") && manifest["kind"] == "compare";
    KVW_TRY(schema::check(compare ? "compare" : "manifest", manifest, where));
    if (compare) {
        return checkLanes(manifest, where);
    }
    KVW_TRY(specsOf(manifest, where));
    return checkPolicy(manifest, where);
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
    run.questionTokens = run.mode == "generate" ? wholeOf(manifest["text"], "question_tokens") : 0;
    run.sampling = manifest["sampling"];
    run.positions = manifest["positions"];
    run.rankKeys = textOf(manifest, "rank_keys");
    run.prefill = manifest["prefill"];
    run.storage = textOf(manifest, "storage");
    run.jitter = textOf(manifest, "jitter");
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
    readNumbers(json, shape, kShapeNumbers);
    const bool sane = shape.layers <= kMostLayers && std::int64_t{shape.layers} * shape.units <= kMostUnits &&
                      shape.queryHeads % shape.kvHeads == 0 && shape.queryHeads % shape.units == 0;
    if (!sane) {
        return fail(Code::BadInput, where, "the shape is not valid", json.dump(),
                    phrase("at most %1 layers, %2 keep-sets, heads that divide evenly", kMostLayers, kMostUnits));
    }
    return shape;
}

RowCounts rowsOf(const ordered_json& manifest) {
    RowCounts rows;
    readNumbers(manifest["rows"], rows, kRowNumbers);
    return rows;
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
    recording.setTtft(lane, numberOf(manifest["times"], "ttft_ms"));
    const std::string state = manifest["state"];
    for (std::size_t i = 0; i < kRunStates.size(); ++i) {
        // A run in progress becomes a stopped one: no more steps will come.
        if (state == kRunStates[i]) {
            recording.setState(i == 0 ? RunState::Stopped : static_cast<RunState>(i),
                               restoredFinding(findings, "message", 0, manifest["message"], Severity::Note));
        }
    }
}

}  // namespace kvw::bundle
