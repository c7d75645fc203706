// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/base/files/small_file.h"
#include "core/base/json/json_reader.h"
#include "core/base/short_text.h"
#include "core/session/spec/command_line.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

std::string wholePath(const fs::path& path) {
    std::error_code error;
    return path.empty() ? std::string() : fs::absolute(path, error).lexically_normal().string();
}

/// Returns "streaming --axis recent=8,16 --axis sinks=1,2", shortened if it is long.
std::string gridText(const Sweep& sweep) {
    std::string text = fmt::format("{}", fmt::join(sweep.policies, ", "));
    for (const SweepAxis& axis : sweep.axes) {
        text += fmt::format(" --axis {}={}", axis.name, fmt::join(axis.values, ","));
    }
    constexpr std::size_t kMost = 120;
    return shortText(text, kMost);
}

ordered_json runJson(const RunSpec& spec) {
    ordered_json json{{"model", wholePath(spec.model)}};
    if (spec.prompt) {
        json["prompt"] = *spec.prompt;
    } else if (spec.ids) {
        json["ids"] = *spec.ids;
    } else {
        json["text"] = wholePath(spec.textFile);
    }
    if (!spec.specialTokens) {
        json["special_tokens"] = false;
    }
    json["mode"] = toText(spec.mode);
    json["prompt_tokens"] = spec.promptTokens;
    json["steps"] = spec.steps;
    json["device"] = spec.device;
    json["dtype"] = spec.dtype;
    json["kv_dtype"] = spec.kvDtype;
    json["positions"] = toText(spec.positions);
    json["rank_keys"] = toText(spec.rankKeys);
    json["streaming_prefill"] = spec.streamingPrefill;
    json["chunk"] = spec.chunk;
    json["seed"] = spec.seed;
    json["temperature"] = spec.sampling.temperature;
    json["top_k"] = spec.sampling.topK;
    json["top_p"] = spec.sampling.topP;
    json["capture"] = toText(spec.capture);
    if (spec.rowsLimit > 0) {
        json["rows_limit"] = spec.rowsLimit;
    }
    json["threads"] = spec.threads;
    return json;
}

/// Reads the required member "run" of `object`.
RunSpec runOf(const JsonObject& object) {
    if (!object.has("run")) {
        object.refuse("run", "an object");
    }
    const JsonObject run = object.object(
        "run", {"model",  "text",   "prompt",      "ids",      "special_tokens", "mode",      "prompt_tokens",
                "steps",  "device", "dtype",       "kv_dtype", "positions",      "rank_keys", "streaming_prefill",
                "chunk",  "seed",   "temperature", "top_k",    "top_p",          "capture",   "rows_limit",
                "threads"});
    RunSpec spec;
    spec.model = run.textOr("model", {});
    spec.textFile = run.textOr("text", {});
    if (run.has("prompt")) {
        spec.prompt = run.textOr("prompt", {});
    }
    if (run.has("ids")) {
        spec.ids = run.integers("ids");
    }
    spec.specialTokens = run.flagOr("special_tokens", spec.specialTokens);
    spec.mode = static_cast<Mode>(run.wordOr("mode", {toText(Mode::Teacher), toText(Mode::Generate)}));
    spec.promptTokens = run.integerOr("prompt_tokens", spec.promptTokens);
    spec.steps = run.integerOr("steps", spec.steps);
    spec.device = run.textOr("device", spec.device);
    spec.dtype = run.textOr("dtype", spec.dtype);
    spec.kvDtype = run.textOr("kv_dtype", spec.kvDtype);
    spec.positions =
        static_cast<Positions>(run.wordOr("positions", {toText(Positions::Original), toText(Positions::CacheRank)}));
    spec.rankKeys = static_cast<RankKeys>(run.wordOr("rank_keys", {toText(RankKeys::Raw), toText(RankKeys::Rotated)}));
    spec.streamingPrefill = run.flagOr("streaming_prefill", spec.streamingPrefill);
    spec.chunk = run.integerOr("chunk", spec.chunk);
    spec.seed = run.integerOr("seed", spec.seed);
    spec.sampling.temperature = run.number("temperature").value_or(spec.sampling.temperature);
    spec.sampling.topK = run.integerOr("top_k", spec.sampling.topK);
    spec.sampling.topP = run.number("top_p").value_or(spec.sampling.topP);
    spec.capture = static_cast<Capture>(run.wordOr(
        "capture", {toText(Capture::None), toText(Capture::Rows), toText(Capture::Stats), toText(Capture::Maps)},
        static_cast<std::size_t>(spec.capture)));
    spec.rowsLimit = run.integerOr("rows_limit", spec.rowsLimit);
    spec.threads = static_cast<int>(run.integerOr("threads", spec.threads, 0, std::numeric_limits<int>::max()));
    return spec;
}

}  // namespace

ordered_json toJson(const Sweep& sweep) {
    ordered_json axes = ordered_json::array();
    for (const SweepAxis& axis : sweep.axes) {
        axes.push_back({{"name", axis.name}, {"values", axis.values}});
    }
    return {{"format", kSweepFormat}, {"policies", sweep.policies}, {"axes", axes}, {"run", runJson(sweep.base)}};
}

Result<Sweep> sweepOf(const nlohmann::json& json, const std::string& where) {
    JsonDocument document(where, Code::BadInput, JsonTexts::Any);
    const JsonObject object(document, json, {}, {"format", "policies", "axes", "run"});
    object.word("format", {kSweepFormat});
    Sweep sweep;
    sweep.policies = object.texts("policies", true);
    for (const JsonObject& axis : object.objects("axes", {"name", "values"})) {
        sweep.axes.push_back({axis.text("name"), axis.texts("values", true)});
        if (sweep.axes.back().values.size() > kMostValues) {
            axis.refuse("values", fmt::format("at most {}", kMostValues));
        }
    }
    sweep.base = runOf(object);
    return document.checked().map([&] { return std::move(sweep); });
}

ordered_json toJson(const SweepPoint& point) {
    return {{"id", point.id},
            {"values", point.values},
            {"policy", point.policy},
            {"policies", point.spec.policies},
            {"run", runJson(point.spec)}};
}

Result<SweepPoint> sweepPointOf(const nlohmann::json& json, const std::string& where) {
    JsonDocument document(where, Code::BadInput, JsonTexts::Any);
    const JsonObject object(document, json, {}, {"id", "values", "policy", "policies", "run"});
    SweepPoint point;
    point.id = object.text("id");
    if (point.id.find('/') != std::string::npos) {
        object.refuse("id", "no /");
    }
    point.values = object.texts("values");
    point.policy = object.textOr("policy", {});
    point.spec = runOf(object);
    point.spec.policies = object.texts("policies", true);
    return document.checked().map([&] { return std::move(point); });
}

fs::path sweepFile(const fs::path& folder) {
    return folder / "sweep.json";
}

Result<void> writeSweep(const fs::path& folder, const Sweep& sweep) {
    return writeSmallFile(sweepFile(folder), toJson(sweep));
}

Result<Sweep> readSweep(const fs::path& folder) {
    const fs::path path = sweepFile(folder);
    return readJsonFile(path, kMostBytes).and_then([&](const nlohmann::json& json) {
        return sweepOf(json, path.string());
    });
}

Result<std::vector<std::string>> orphanedRuns(const fs::path& folder, const std::vector<SweepPoint>& points,
                                              const Catalog& catalog) {
    std::error_code error;
    if (!fs::exists(sweepFile(folder), error)) {
        return std::vector<std::string>();
    }
    KVW_TRY_ASSIGN(const auto planned,
                   readSweep(folder).and_then([&](const Sweep& sweep) { return sweepPoints(sweep, catalog); }));
    std::map<std::string, std::string> policies;
    for (const SweepPoint& point : points) {
        policies.emplace(point.id, point.policy);
    }
    std::vector<std::string> left;
    for (const SweepPoint& point : planned) {
        const auto same = policies.find(point.id);
        if ((same == policies.end() || same->second != point.policy) && fs::exists(bundleOf(folder, point), error)) {
            left.push_back(point.id);
        }
    }
    return left;
}

Result<void> checkRunsKept(const fs::path& folder, const Sweep& sweep, const std::vector<SweepPoint>& points,
                           const Catalog& catalog) {
    KVW_TRY_ASSIGN(const auto left, orphanedRuns(folder, points, catalog));
    if (left.empty()) {
        return {};
    }
    const auto there = readSweep(folder);
    return fail(Code::BadUsage, folder.string(), "this folder has runs that are not part of this sweep",
                fmt::format("{}{} of {} where {} is asked for", left.front(), left.size() > 1 ? ", ..." : "",
                            there ? gridText(*there) : "another sweep", gridText(sweep)),
                "all axes and values of the sweep in it, or a folder of its own");
}

namespace {

std::string withAxes(std::string line, const Sweep& sweep) {
    for (const SweepAxis& axis : sweep.axes) {
        line += " --axis " + shellWord(fmt::format("{}={}", axis.name, fmt::join(axis.values, ",")));
    }
    return line;
}

RunSpec specOf(const Sweep& sweep) {
    RunSpec spec = sweep.base;
    spec.policies = sweep.policies;
    return spec;
}

}  // namespace

std::string sweepCommandAnywhere(const Sweep& sweep, const fs::path& folder) {
    std::string line = commandLine(specOf(sweep));  // "kvw run --text story", "kvw compare ..."
    line.replace(0, std::min(line.find(" --"), line.size()), "kvw sweep");
    return withAxes(std::move(line), sweep) + " --out " +
           shellWord(folder.filename().empty() ? "sweep" : folder.filename().string());
}

std::string sweepCommand(const Sweep& sweep, const fs::path& folder, int workers) {
    std::string line = withAxes(commandLineHere("kvw sweep", specOf(sweep)), sweep);
    line += workers > 1 ? fmt::format(" --workers {}", workers) : "";
    return line + " --out " + shellWord(folder.empty() ? "sweep" : folder.string());
}

fs::path bundleOf(const fs::path& folder, const SweepPoint& point) {
    return folder / "runs" / point.id;
}

}  // namespace kvw
