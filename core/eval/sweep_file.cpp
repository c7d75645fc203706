// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/files/mapped_file.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_text.h"
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

/// Reads members by name and reports the first that is not valid.
class Members {
 public:
    Members(const ordered_json& json, const std::string& where) : m_json(json), m_where(where) {}

    template <class T>
    void read(const char* name, T& value) {
        m_known.insert(name);
        const auto found = m_json.find(name);
        if (found == m_json.end() || found->is_null()) {
            return;
        }
        try {
            value = found->get<T>();
        } catch (const nlohmann::json::exception&) {
            m_wrong = m_wrong.empty() ? name : m_wrong;
        }
    }
    void read(const char* name, fs::path& value) {
        std::string text;
        read(name, text);
        value = text;
    }
    /// Reads a member that must be the text of one of `values`.
    template <class Enum>
    void read(const char* name, Enum& value, std::initializer_list<Enum> values) {
        std::string word = toText(value);
        read(name, word);
        bool known = false;
        for (const Enum each : values) {
            if (word == toText(each)) {
                value = each;
                known = true;
            }
        }
        m_wrong = known || !m_wrong.empty() ? m_wrong : name;
    }
    [[nodiscard]] Result<void> good() const {
        for (const auto& [name, value] : m_json.items()) {
            if (m_wrong.empty() && !m_known.contains(name)) {
                return fail(Code::BadInput, m_where, "\"" + name + "\" is not known here", {},
                            "one of " + fmt::format("{}", fmt::join(m_known, ", ")));
            }
        }
        return m_wrong.empty() ? Result<void>() : fail(Code::BadInput, m_where, "\"" + m_wrong + "\" is not valid");
    }

 private:
    const ordered_json& m_json;
    const std::string& m_where;
    std::string m_wrong;
    std::set<std::string> m_known;
};

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

Result<RunSpec> runOf(const ordered_json& json, const std::string& where) {
    RunSpec spec;
    Members members(json, where);
    members.read("model", spec.model);
    members.read("text", spec.textFile);
    if (json.contains("prompt")) {
        members.read("prompt", spec.prompt.emplace());
    }
    if (json.contains("ids")) {
        members.read("ids", spec.ids.emplace());
    }
    members.read("special_tokens", spec.specialTokens);
    members.read("mode", spec.mode, {Mode::Teacher, Mode::Generate});
    members.read("prompt_tokens", spec.promptTokens);
    members.read("steps", spec.steps);
    members.read("device", spec.device);
    members.read("dtype", spec.dtype);
    members.read("kv_dtype", spec.kvDtype);
    members.read("positions", spec.positions, {Positions::Original, Positions::CacheRank});
    members.read("rank_keys", spec.rankKeys, {RankKeys::Raw, RankKeys::Rotated});
    members.read("streaming_prefill", spec.streamingPrefill);
    members.read("chunk", spec.chunk);
    members.read("seed", spec.seed);
    members.read("temperature", spec.sampling.temperature);
    members.read("top_k", spec.sampling.topK);
    members.read("top_p", spec.sampling.topP);
    members.read("capture", spec.capture, {Capture::None, Capture::Rows, Capture::Stats, Capture::Maps});
    if (json.contains("rows_limit")) {
        members.read("rows_limit", spec.rowsLimit);
    }
    members.read("threads", spec.threads);
    return members.good().map([&] { return spec; });
}

}  // namespace

ordered_json toJson(const Sweep& sweep) {
    ordered_json axes = ordered_json::array();
    for (const SweepAxis& axis : sweep.axes) {
        axes.push_back({{"name", axis.name}, {"values", axis.values}});
    }
    return {{"format", kSweepFormat}, {"policies", sweep.policies}, {"axes", axes}, {"run", runJson(sweep.base)}};
}

Result<Sweep> sweepOf(const ordered_json& json, const std::string& where) {
    std::string format;
    Sweep sweep;
    ordered_json axes = ordered_json::array(), run;
    if (!json.is_object()) {
        return fail(Code::BadInput, where, "this is not a JSON object");
    }
    Members members(json, where);
    members.read("format", format);
    if (format != kSweepFormat) {
        return fail(Code::BadInput, where, "this kind of sweep is not known", format, kSweepFormat);
    }
    members.read("policies", sweep.policies);
    members.read("axes", axes);
    members.read("run", run);
    KVW_TRY(members.good());
    if (!axes.is_array() || !run.is_object() || sweep.policies.empty()) {
        return fail(Code::BadInput, where, "policies, axes or run are missing");
    }
    for (const ordered_json& each : axes) {
        SweepAxis axis;
        if (each.is_object()) {
            Members parts(each, where);
            parts.read("name", axis.name);
            parts.read("values", axis.values);
        }
        if (axis.name.empty() || axis.values.empty() || axis.values.size() > kMostValues) {
            return fail(Code::BadInput, where, "an axis is not valid", {}, "name and values");
        }
        sweep.axes.push_back(std::move(axis));
    }
    KVW_TRY_ASSIGN(auto base, runOf(run, where));
    sweep.base = std::move(base);
    return sweep;
}

ordered_json toJson(const SweepPoint& point) {
    return {{"id", point.id},
            {"values", point.values},
            {"policy", point.policy},
            {"policies", point.spec.policies},
            {"run", runJson(point.spec)}};
}

Result<SweepPoint> sweepPointOf(const ordered_json& json, const std::string& where) {
    if (!json.is_object()) {
        return fail(Code::BadInput, where, "this is not a point of a sweep");
    }
    SweepPoint point;
    ordered_json run = ordered_json::object();
    std::vector<std::string> policies;
    Members members(json, where);
    members.read("id", point.id);
    members.read("values", point.values);
    members.read("policy", point.policy);
    members.read("policies", policies);
    members.read("run", run);
    KVW_TRY(members.good());
    if (point.id.empty() || point.id.find('/') != std::string::npos || policies.empty() || !run.is_object()) {
        return fail(Code::BadInput, where, "id, policies or run are missing");
    }
    return runOf(run, where).map([&](RunSpec spec) {
        point.spec = std::move(spec);
        point.spec.policies = std::move(policies);
        return point;
    });
}

fs::path sweepFile(const fs::path& folder) {
    return folder / "sweep.json";
}

Result<void> writeSweep(const fs::path& folder, const Sweep& sweep) {
    return writeSmallFile(sweepFile(folder), toJson(sweep));
}

Result<Sweep> readSweep(const fs::path& folder) {
    const fs::path path = sweepFile(folder);
    KVW_TRY_ASSIGN(const auto text, readFile(path, kMostBytes));
    return bundle::parseJson(text, path.string()).and_then([&](const ordered_json& json) {
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
