// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_reader.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_spec_json.h"

namespace kvw {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

/// Returns "streaming --axis recent=8,16 --axis sinks=1,2", shortened if it is long.
std::string gridText(const Sweep& sweep) {
    std::string text = joined(sweep.policies);
    for (const SweepAxis& axis : sweep.axes) {
        text += " --axis " + axis.name + '=' + joined(axis.values, ",");
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

constexpr const char* kPointsFile = "points.jsonl";

/// Returns how the points come about; null for a grid.
ordered_json planJson(const SweepPlan& plan) {
    if (plan.kind == SweepPlan::Kind::Random) {
        return {{"kind", "random"}, {"count", plan.count}, {"seed", plan.seed}};
    }
    ordered_json points = ordered_json::array();
    for (const SweepCombination& point : plan.points) {
        points.push_back({{"policy", point.policy}, {"values", point.values}});
    }
    return plan.kind == SweepPlan::Kind::Points ? ordered_json{{"kind", "points"}, {"points", points}} : ordered_json();
}

SweepPlan planOf(const JsonObject& object, std::size_t axes) {
    SweepPlan plan;
    if (object.word("kind", {"random", "points"}) == 0) {
        plan.kind = SweepPlan::Kind::Random;
        plan.count = object.integerOr("count", 0, 1, static_cast<std::int64_t>(kMostPoints));
        plan.seed = object.integerOr("seed", 0, 0);
        return plan;
    }
    plan.kind = SweepPlan::Kind::Points;
    for (const JsonObject& point : object.objects("points", {"policy", "values"}, true)) {
        plan.points.push_back({point.text("policy"), point.texts("values")});
        if (plan.points.back().values.size() != axes) {
            point.refuse("values", phrase("a value for each of %1 axes", axes));
        }
    }
    return plan;
}

SweepHalving halvingOf(const JsonObject& object) {
    const auto read =
        parseHalving(fmt::format("{}:{}", object.integerOr("factor", 0), object.textOr("by", SweepHalving().by)));
    if (!read) {
        object.refuse("factor", read.error().expected);
    }
    return read.value_or(SweepHalving());
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
    ordered_json json{{"format", kSweepFormat}, {"policies", sweep.policies}, {"axes", axes}};
    if (ordered_json plan = planJson(sweep.plan); !plan.is_null()) {
        json["plan"] = std::move(plan);
    }
    if (sweep.halving) {
        json["halving"] = {{"factor", sweep.halving.factor}, {"by", sweep.halving.by}};
    }
    json["run"] = runJson(withPolicies(sweep.base, RunSpec().policies));
    return json;
}

Result<Sweep> sweepOf(const nlohmann::json& json, const std::string& where) {
    JsonDocument document(where, Code::BadInput, JsonTexts::Any);
    const JsonObject object(document, json, {}, {"format", "policies", "axes", "plan", "halving", "run"});
    object.word("format", {kSweepFormat});
    Sweep sweep;
    sweep.policies = object.texts("policies", true);
    // The axes of a list have the values of its points.
    const std::size_t most = object.has("plan") ? kMostPoints : kMostValues;
    for (const JsonObject& axis : object.objects("axes", {"name", "values"})) {
        sweep.axes.push_back({axis.text("name"), axis.texts("values", true)});
        if (sweep.axes.back().values.size() > most) {
            axis.refuse("values", phrase("at most %1", most));
        }
    }
    if (object.has("plan")) {
        sweep.plan = planOf(object.object("plan", {"kind", "count", "seed", "points"}), sweep.axes.size());
    }
    if (object.has("halving")) {
        sweep.halving = halvingOf(object.object("halving", {"factor", "by"}));
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
    if (sweep.plan.kind == SweepPlan::Kind::Points) {
        KVW_TRY(writeSmallText(folder / kPointsFile, sweepPointsText(sweep)));
    }
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

/// Returns the flags of the plan. `folder`: where the list of points is, if the plan has one. `here`: files keep their
/// folders.
std::string planFlags(const Sweep& sweep, const fs::path& folder, bool here) {
    std::string flags;
    for (const SweepAxis& axis : sweep.plan.kind == SweepPlan::Kind::Points ? std::vector<SweepAxis>() : sweep.axes) {
        const auto word = [&](const std::string& value) {
            return here ? value : bundle::withoutFolders(shownValue(axis, value));
        };
        flags += " --axis " + shellWord(axis.name + '=' + joined(axis.values, ",", word));
    }
    if (sweep.plan.kind == SweepPlan::Kind::Points) {
        flags += " --points " + shellWord((folder / kPointsFile).string());
    } else if (sweep.plan.kind == SweepPlan::Kind::Random) {
        flags += fmt::format(" --random {}", sweep.plan.count);
    }
    if (sweep.halving) {
        flags += fmt::format(" --halving {}", sweep.halving.factor);
        flags += sweep.halving.by == SweepHalving().by ? "" : ":" + sweep.halving.by;
    }
    return flags;
}

/// Returns the policies that the command line names; those of a list are in the list.
std::vector<std::string> namedPolicies(const Sweep& sweep) {
    return sweep.plan.kind == SweepPlan::Kind::Points ? std::vector<std::string>() : sweep.policies;
}

}  // namespace

std::string sweepCommandAnywhere(const Sweep& sweep, const fs::path& folder) {
    // "kvw run --text story", "kvw compare ..."
    std::string line = commandLine(withPolicies(sweep.base, namedPolicies(sweep)));
    line.replace(0, std::min(line.find(" --"), line.size()), "kvw sweep");
    return line + planFlags(sweep, {}, false) + " --out " +
           shellWord(folder.filename().empty() ? "sweep" : folder.filename().string());
}

std::string sweepCommand(const Sweep& sweep, const fs::path& folder, int workers) {
    std::string line = commandLineHere("kvw sweep", withPolicies(sweep.base, namedPolicies(sweep)));
    line += planFlags(sweep, folder, true) + (workers > 1 ? fmt::format(" --workers {}", workers) : "");
    return line + " --out " + shellWord(folder.empty() ? "sweep" : folder.string());
}

fs::path bundleOf(const fs::path& folder, const SweepPoint& point) {
    return folder / "runs" / point.id;
}

}  // namespace kvw
