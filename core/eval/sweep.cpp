// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/parse_number.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/base/utf8.h"
#include "core/eval/sweep_halving.h"
#include "core/model/stored/stored_models.h"
#include "core/model/text/document.h"
#include "core/policy/host/choice/prompt_share.h"
#include "core/session/spec/run_changes.h"

namespace kvw {
namespace {

/// Returns the number in a part of a range; none if it is not a finite number.
std::optional<double> number(const std::string& text) {
    return text.empty() ? std::nullopt : bundle::parseNumber<double>(text);
}

/// Returns the values of "first:last:step", "10%:50%:10%" or "first:last:xFACTOR"; none if it is not a range.
std::optional<std::vector<std::string>> range(const std::string& text) {
    std::vector<std::string> parts = splitAt(text, ':');
    if (parts.size() != 3 || parts[2].empty()) {
        return std::nullopt;
    }
    // In a range of shares both ends are shares.
    const bool shares = parts[0].ends_with('%') && parts[1].ends_with('%');
    for (std::string& part : parts) {
        if (shares && part.ends_with('%')) {
            part.pop_back();
        }
    }
    const bool times = parts[2].front() == 'x';
    const auto first = number(parts[0]), last = number(parts[1]), step = number(times ? parts[2].substr(1) : parts[2]);
    if (!first || !last || !step || *last < *first || (times ? *step <= 1 || *first <= 0 : *step <= 0)) {
        return std::nullopt;
    }
    std::vector<std::string> values;
    // Rounding of the step must not drop the last value.
    const double end = *last + 1e-9 * std::max(std::abs(*last), *step);
    double value = *first;
    for (int i = 1; value <= end && values.size() <= kMostValues; ++i) {
        values.push_back(fmt::format("{:.12g}{}", value, shares ? "%" : ""));
        value = times ? value * *step : *first + i * *step;
    }
    return values;
}

/// Returns true for a word with a colon ("every:8"), as opposed to an incomplete range.
bool isWord(const std::string& text) {
    const std::vector<std::string> parts = splitAt(text, ':');
    return parts.size() == 2 && !parts[0].empty() && !parts[1].empty() && !number(parts[0]);
}

constexpr std::string_view kPositionsAxis = "positions", kPrefillAxis = "prefill";

/// Returns true for a setting of all lanes, which no lane may then set for itself.
bool isOfLanes(const std::string& name) {
    return name == kPositionsAxis || name == kPrefillAxis;
}

/// Returns true for an axis whose values are names of files: commas are between them, colons are theirs.
bool isOfFiles(const std::string& name) {
    return name == kTextAxis || name == kModelAxis;
}

bool isOfRun(const std::string& name) {
    return name == kSeedAxis || name == "prompt-tokens" || name == kStepsAxis || isOfLanes(name) || isOfFiles(name);
}

/// Returns the file of a text: a shipped one goes first, as on the command line.
std::filesystem::path textFileOf(const std::string& name) {
    const auto shipped =
        name.find('/') == std::string::npos ? shippedTexts() : Result<std::vector<std::filesystem::path>>();
    for (const std::filesystem::path& each : shipped ? *shipped : std::vector<std::filesystem::path>()) {
        if (name == each.stem() || name == each.filename()) {
            return each;
        }
    }
    return name;
}

/// Returns the model of that name or path; the embedded one has none.
std::filesystem::path modelOf(const std::string& name) {
    std::error_code error;
    if (name == kEmbeddedModel) {
        return {};
    }
    return std::filesystem::exists(name, error) ? std::filesystem::path(name)
                                                : storedModel(name).value_or(std::filesystem::path(name));
}

/// Sets the text or the model. Errors: NotFound.
Result<void> setFile(RunSpec& spec, const std::string& axis, const std::string& name) {
    const std::filesystem::path file = axis == kTextAxis ? textFileOf(name) : modelOf(name);
    std::error_code error;
    if (!file.empty() && !std::filesystem::exists(file, error)) {
        return fail(Code::NotFound, phrase("axis %1", axis), "there is no such file", name);
    }
    if (axis == kTextAxis) {
        spec.prompt.reset();
        spec.ids.reset();
        spec.textFile = file;
    } else {
        spec.model = file;
    }
    return {};
}

/// Sets one value of an axis of the run. Errors: as sweepPoints.
Result<void> setOfRun(RunSpec& spec, const SweepAxis& axis, const std::string& text) {
    if (isOfLanes(axis.name)) {
        LaneChoice choice;
        return readChoice(axis.name + '=' + text, choice).map([&](bool) {
            const LaneRun lane = laneRun(spec, choice);
            spec = withLane(std::move(spec), lane);
        });
    }
    if (isOfFiles(axis.name)) {
        return setFile(spec, axis.name, text);
    }
    const auto value = parsedNumber<std::int64_t>(text);
    const int least = axis.name == kSeedAxis ? 0 : 1;
    if (!value || *value < least) {
        return fail(Code::BadUsage, phrase("axis %1", axis.name), "a value is out of range", text,
                    phrase("an integer, at least %1", least));
    }
    (axis.name == kSeedAxis ? spec.seed : axis.name == kStepsAxis ? spec.steps : spec.promptTokens) = *value;
    return {};
}

/// Returns the parameters that may be a share of the prompt, by their whole names, with their defaults.
std::vector<std::pair<std::string, double>> budgetParts(const ResolvedPolicy& policy) {
    std::vector<std::pair<std::string, double>> parts;
    for (const ResolvedPart& part : policy.parts) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            if (spec.allowsShare && part.kind != PluginKind::Codec) {
                const auto* usual = std::get_if<std::int64_t>(&spec.defaultValue);
                parts.emplace_back(policy.prefixOf(part) + spec.name,
                                   usual != nullptr ? static_cast<double>(*usual) : 0);
            }
        }
    }
    return parts;
}

/// Replaces every character that is special to file systems or shells by '_'.
std::string safe(const std::string& text) {
    std::string name;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        name += plain || std::string_view("=,.+-@").find(c) != std::string_view::npos ? c : '_';
    }
    return name;
}

Result<SweepPoint> pointOf(const Sweep& sweep, const Catalog& catalog, const std::string& policy,
                           const std::vector<std::string>& values) {
    KVW_TRY_ASSIGN(const auto chain, resolveChain(catalog, policy));
    KVW_TRY_ASSIGN(auto resolved, resolvePolicy(catalog, chain.policy));
    if (!chain.changes.empty()) {
        return fail(Code::BadUsage, "sweep", "a point of a sweep is one run without changes", policy, chain.policy);
    }
    // Settings of the lane itself, which follow the policy in its text.
    const std::string own = toText(chain.own);
    SweepPoint point;
    point.spec = sweep.base;
    if (sweep.policies.size() > 1) {
        point.values.push_back(resolved.text + own);
        point.id = safe(resolved.text + own);
    }
    for (std::size_t axis = 0; axis < values.size(); ++axis) {
        const std::string& name = sweep.axes[axis].name;
        Result<void> set;
        if (own.find('/' + name + '=') != std::string::npos) {
            set = fail(Code::BadUsage, phrase("axis %1", name), "the policy has chosen it for itself", policy,
                       chain.policy);
        } else if (isOfRun(name)) {
            set = setOfRun(point.spec, sweep.axes[axis], values[axis]);
        }
        // A policy that draws random numbers has a seed of its own, which would otherwise be the same in all repeats.
        if (set && name == kBudgetAxis) {
            set = setBudget(resolved, values[axis]);
        } else if (set && (!isOfRun(name) || (name == kSeedAxis && resolved.parameter(name) != nullptr))) {
            set = setParameter(resolved, name, values[axis]);
        }
        KVW_TRY(set);
        point.values.push_back(shownValue(sweep.axes[axis], values[axis]));
        point.id += fmt::format("{}{}={}", point.id.empty() ? "" : ",", safe(name), safe(point.values.back()));
    }
    point.policy = resolved.text + own;
    point.id = point.id.empty() ? safe(point.policy) : point.id;
    point.spec.policies =
        resolved.text == "full" ? std::vector{point.policy} : std::vector<std::string>{"full", point.policy};
    return point;
}

/// Checks what the plan of a sweep and the job of a point tell another process: JSON has no bytes but UTF-8, so a name
/// with others would be that of another file.
Result<void> checkTexts(const RunSpec& spec) {
    const auto whole = [](const std::filesystem::path& path) {
        std::error_code ignored;
        return path.empty() ? std::string() : std::filesystem::absolute(path, ignored).string();
    };
    for (const auto& [option, text] :
         {std::pair{"--model", whole(spec.model)}, std::pair{"--text", whole(spec.textFile)},
          std::pair{"--prompt", spec.prompt.value_or(std::string())}}) {
        if (const std::string valid = lossyUtf8(text); valid != text) {
            constexpr std::size_t kMost = 120;
            return fail(Code::BadUsage, option, "a sweep keeps this as text in UTF-8, which it is not",
                        shortText(valid, kMost), "a name and a text in UTF-8");
        }
    }
    return {};
}

}  // namespace

bool takesBudget(const ResolvedPolicy& policy) {
    return hasParameter(policy, kBudgetAxis) || !budgetParts(policy).empty();
}

Result<void> setBudget(ResolvedPolicy& policy, const std::string& text) {
    if (hasParameter(policy, kBudgetAxis)) {
        return setParameter(policy, kBudgetAxis, text);
    }
    const std::vector<std::pair<std::string, double>> parts = budgetParts(policy);
    if (parts.empty()) {
        return fail(Code::BadUsage, phrase("axis %1", kBudgetAxis), "this policy has no budget", policy.text,
                    "a policy with a parameter that may be a share of the prompt");
    }
    const bool share = text.ends_with('%');
    const auto budget = number(share ? text.substr(0, text.size() - 1) : text);
    if (!budget || *budget <= 0 || (!share && std::floor(*budget) != *budget)) {
        return fail(Code::BadUsage, phrase("axis %1", kBudgetAxis), "a value is out of range", text,
                    "a number of tokens, or a share of the prompt such as 25%");
    }
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0,
                                       [](double all, const auto& part) { return all + part.second; });
    double left = *budget;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const double weight = sum > 0 ? parts[i].second / sum : 1 / static_cast<double>(parts.size());
        const double own = share ? *budget * weight : std::floor(*budget * weight);
        const double value = i + 1 == parts.size() ? left : own;
        left -= value;
        KVW_TRY(setParameter(policy, parts[i].first, fmt::format("{:.12g}{}", value, share ? "%" : "")));
    }
    return {};
}

std::optional<std::string> budgetOf(const ResolvedPolicy& policy) {
    const bool named = hasParameter(policy, kBudgetAxis);
    double tokens = 0, percent = 0;
    bool whole = false, shares = false;
    for (const ResolvedPart& part : policy.parts) {
        for (const ParameterSpec& spec : part.provided.parameters) {
            if (named ? spec.name != kBudgetAxis : !spec.allowsShare || part.kind == PluginKind::Codec) {
                continue;
            }
            const sdk::Value& value = part.parameters.values().at(spec.name);
            if (const auto* count = std::get_if<std::int64_t>(&value)) {
                whole = true;
                tokens += static_cast<double>(*count);
            } else if (const auto share = shareIn(value)) {
                shares = true;
                percent += *share;
            } else {
                return std::nullopt;
            }
        }
    }
    return whole == shares ? std::nullopt
                           : std::optional(fmt::format("{:.12g}{}", whole ? tokens : percent, whole ? "" : "%"));
}

Result<SweepAxis> parseAxis(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        return fail(Code::BadUsage, "axis", "this names no values", text,
                    "NAME=a,b,c or NAME=first:last:step or NAME=first:last:x2");
    }
    SweepAxis axis{text.substr(0, equals), {}};
    for (const std::string& part : splitAt(text.substr(equals + 1), ',')) {
        const bool single = part.find(':') == std::string::npos || isWord(part) || isOfFiles(axis.name);
        const auto values = single ? std::vector{part} : range(part).value_or(std::vector<std::string>{});
        if (values.empty() || part.empty()) {
            return fail(Code::BadUsage, phrase("axis %1", axis.name), "this is neither a value nor a range", part,
                        "a value, first:last:step or first:last:x2, the last not below the first");
        }
        axis.values.insert(axis.values.end(), values.begin(), values.end());
    }
    if (axis.values.size() > kMostValues) {
        return fail(Code::BadUsage, phrase("axis %1", axis.name), "too many values",
                    phrase("more than %1", kMostValues), "a coarser step");
    }
    if (std::set<std::string>(axis.values.begin(), axis.values.end()).size() != axis.values.size()) {
        return fail(Code::BadUsage, phrase("axis %1", axis.name), "a value is named twice", text);
    }
    return axis;
}

bool hasAxis(const Sweep& sweep, const std::string& name) {
    return std::ranges::any_of(sweep.axes, [&](const SweepAxis& axis) { return axis.name == name; });
}

void dropUnusedText(Sweep& sweep) {
    if (hasAxis(sweep, kTextAxis)) {
        sweep.base.textFile.clear();
        sweep.base.prompt.reset();
        sweep.base.ids.reset();
    }
}

std::string shownValue(const SweepAxis& axis, const std::string& value) {
    const auto last = [](const std::string& text) { return std::filesystem::path(text).filename().string(); };
    if (!isOfFiles(axis.name) || last(value).empty()) {
        return value;
    }
    const auto same =
        std::ranges::count_if(axis.values, [&](const std::string& each) { return last(each) == last(value); });
    return same > 1 ? value : last(value);
}

std::vector<std::string> axisNames(const Sweep& sweep) {
    std::vector<std::string> names;
    if (sweep.policies.size() > 1) {
        names.emplace_back(kPolicyAxis);
    }
    for (const SweepAxis& axis : sweep.axes) {
        names.push_back(axis.name);
    }
    if (sweep.halving) {
        names.emplace_back(kStepsAxis);
    }
    return names;
}

Result<std::vector<SweepPoint>> sweepPoints(const Sweep& sweep, const Catalog& catalog) {
    KVW_TRY(checkTexts(sweep.base));
    std::set<std::string> names;
    for (const SweepAxis& axis : sweep.axes) {
        if (!names.insert(axis.name).second) {
            return fail(Code::BadUsage, phrase("axis %1", axis.name), "this axis is named twice");
        }
    }
    KVW_TRY_ASSIGN(const auto combined, combinations(sweep));
    std::vector<SweepPoint> points;
    for (const SweepCombination& each : combined) {
        KVW_TRY_ASSIGN(auto point, pointOf(sweep, catalog, each.policy, each.values));
        points.push_back(std::move(point));
    }
    return sweep.halving ? inStages(sweep, points) : points;
}

}  // namespace kvw
