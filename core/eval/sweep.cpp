// SPDX-License-Identifier: Apache-2.0
#include "core/eval/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/comma_list.h"
#include "core/base/short_text.h"
#include "core/base/text_format.h"
#include "core/base/utf8.h"
#include "core/policy/host/choice/choice.h"
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

bool isOfRun(const std::string& name) {
    return name == kSeedAxis || name == "prompt-tokens" || isOfLanes(name);
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
    const auto value = bundle::parseInteger(text);
    const int least = axis.name == kSeedAxis ? 0 : 1;
    if (!value || *value < least) {
        return fail(Code::BadUsage, phrase("axis %1", axis.name), "a value is out of range", text,
                    phrase("an integer, at least %1", least));
    }
    (axis.name == kSeedAxis ? spec.seed : spec.promptTokens) = *value;
    return {};
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
        if (set && (!isOfRun(name) || (name == kSeedAxis && resolved.parameter(name) != nullptr))) {
            set = setParameter(resolved, name, values[axis]);
        }
        KVW_TRY(set);
        point.values.push_back(values[axis]);
        point.id += fmt::format("{}{}={}", point.id.empty() ? "" : ",", safe(name), safe(values[axis]));
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

Result<SweepAxis> parseAxis(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        return fail(Code::BadUsage, "axis", "this names no values", text,
                    "NAME=a,b,c or NAME=first:last:step or NAME=first:last:x2");
    }
    SweepAxis axis{text.substr(0, equals), {}};
    for (const std::string& part : splitAt(text.substr(equals + 1), ',')) {
        const bool single = part.find(':') == std::string::npos || isWord(part);
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

std::vector<std::string> axisNames(const Sweep& sweep) {
    std::vector<std::string> names;
    if (sweep.policies.size() > 1) {
        names.emplace_back(kPolicyAxis);
    }
    for (const SweepAxis& axis : sweep.axes) {
        names.push_back(axis.name);
    }
    return names;
}

Result<std::vector<SweepPoint>> sweepPoints(const Sweep& sweep, const Catalog& catalog) {
    KVW_TRY(checkTexts(sweep.base));
    std::size_t count = sweep.policies.size();
    std::set<std::string> names;
    for (const SweepAxis& axis : sweep.axes) {
        count *= axis.values.size();
        if (!names.insert(axis.name).second) {
            return fail(Code::BadUsage, phrase("axis %1", axis.name), "this axis is named twice");
        }
        if (count > kMostPoints) {
            break;
        }
    }
    if (count > kMostPoints) {
        return fail(Code::BadUsage, "sweep", "the grid has too many points", phrase("more than %1", kMostPoints),
                    "fewer values");
    }
    std::vector<SweepPoint> points;
    for (const std::string& policy : sweep.policies) {
        std::vector<std::size_t> at(sweep.axes.size(), 0);
        for (bool more = true; more;) {
            std::vector<std::string> values;
            for (std::size_t axis = 0; axis < at.size(); ++axis) {
                values.push_back(sweep.axes[axis].values[at[axis]]);
            }
            KVW_TRY_ASSIGN(auto point, pointOf(sweep, catalog, policy, values));
            points.push_back(std::move(point));
            more = false;
            for (std::size_t axis = at.size(); axis-- > 0 && !more;) {
                at[axis] = (at[axis] + 1) % sweep.axes[axis].values.size();
                more = at[axis] != 0;
            }
        }
    }
    return points;
}

}  // namespace kvw
