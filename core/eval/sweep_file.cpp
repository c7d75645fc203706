// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/base/files/small_file.h"
#include "core/base/json/json_reader.h"
#include "core/base/json/json_text.h"
#include "core/base/short_text.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_spec_json.h"

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

/// Returns the specification as JSON, with whole paths.
ordered_json runJson(RunSpec spec) {
    spec.model = wholePath(spec.model);
    spec.textFile = wholePath(spec.textFile);
    return toJson(spec);
}

/// Reads the required member "run".
RunSpec runOf(const JsonObject& object) {
    if (!object.has("run")) {
        object.refuse("run", "an object");
    }
    return runSpecOf(object.object("run", runSpecMembers()));
}

RunSpec withPolicies(RunSpec spec, const std::vector<std::string>& policies) {
    spec.policies = policies;
    return spec;
}

fs::path sweepFile(const fs::path& folder) {
    return folder / "sweep.json";
}

}  // namespace

ordered_json toJson(const Sweep& sweep) {
    ordered_json axes = ordered_json::array();
    for (const SweepAxis& axis : sweep.axes) {
        axes.push_back({{"name", axis.name}, {"values", axis.values}});
    }
    return {{"format", kSweepFormat},
            {"policies", sweep.policies},
            {"axes", axes},
            {"run", runJson(withPolicies(sweep.base, RunSpec().policies))}};
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
            axis.refuse("values", phrase("at most %1", kMostValues));
        }
    }
    sweep.base = runOf(object);
    return document.checked().map([&] { return std::move(sweep); });
}

ordered_json toJson(const SweepPoint& point) {
    return {{"id", point.id}, {"values", point.values}, {"policy", point.policy}, {"run", runJson(point.spec)}};
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
    // Written by older versions beside "run".
    if (object.has("policies")) {
        point.spec.policies = object.texts("policies", true);
    }
    return document.checked().map([&] { return std::move(point); });
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
                phrase("%1 of %2 where %3 is asked for", left.front() + (left.size() > 1 ? ", ..." : ""),
                       there ? Phrase(gridText(*there)) : phrase("another sweep"), gridText(sweep)),
                "all axes and values of the sweep in it, or a folder of its own");
}

namespace {

std::string withAxes(std::string line, const Sweep& sweep) {
    for (const SweepAxis& axis : sweep.axes) {
        line += " --axis " + shellWord(fmt::format("{}={}", axis.name, fmt::join(axis.values, ",")));
    }
    return line;
}

}  // namespace

std::string sweepCommandAnywhere(const Sweep& sweep, const fs::path& folder) {
    // "kvw run --text story", "kvw compare ..."
    std::string line = commandLine(withPolicies(sweep.base, sweep.policies));
    line.replace(0, std::min(line.find(" --"), line.size()), "kvw sweep");
    return withAxes(std::move(line), sweep) + " --out " +
           shellWord(folder.filename().empty() ? "sweep" : folder.filename().string());
}

std::string sweepCommand(const Sweep& sweep, const fs::path& folder, int workers) {
    std::string line = withAxes(commandLineHere("kvw sweep", withPolicies(sweep.base, sweep.policies)), sweep);
    line += workers > 1 ? fmt::format(" --workers {}", workers) : "";
    return line + " --out " + shellWord(folder.empty() ? "sweep" : folder.string());
}

fs::path bundleOf(const fs::path& folder, const SweepPoint& point) {
    return folder / "runs" / point.id;
}

}  // namespace kvw
