// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/findings.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/json/json_access.h"
#include "core/base/json/json_value.h"
#include "core/base/text_format.h"
#include "core/bundle/bundle.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

constexpr int kDeepest = 24;  // an error within an error has parts of its own

/// Returns whether the form has a part for each of its places. Each place stands once, so that nested forms of a
/// hostile bundle cannot make a text much longer than the file.
bool isWholeForm(const std::vector<Finding>& arguments) {
    if (arguments.empty() || !arguments.front().code.empty()) {
        return false;
    }
    std::array<std::size_t, 10> times{};  // by place
    const std::string& form = arguments.front().text;
    for (std::size_t at = 0; at < form.size(); ++at) {
        ++times[placeAt(form, at)];
    }
    const std::size_t places = placesOf(form);
    return places == arguments.size() - 1 &&
           std::all_of(times.begin() + 1, times.begin() + 1 + static_cast<std::ptrdiff_t>(places),
                       [](std::size_t each) { return each == 1; });
}

/// Returns whether the code is known and has all of its arguments: a plugin may have made the finding.
bool isWhole(const Finding& finding) {
    if (finding.code == "form") {
        return isWholeForm(finding.arguments);
    }
    const FindingForm* form = findingForm(finding.code);
    return form != nullptr && placesOf(form->form) == finding.arguments.size();
}

ordered_json toJson(const Finding& finding) {
    if (!isWhole(finding)) {
        return validUtf8(finding.sentence());
    }
    return {{"code", finding.code},
            {"arguments", jsonList(finding.arguments, [](const Finding& argument) { return toJson(argument); })}};
}

/// Returns null for a plain text, whose sentence is in the manifest.
ordered_json entryOf(const Finding& finding) {
    return isWhole(finding) ? toJson(finding) : ordered_json(nullptr);
}

/// None: an unknown code, or too deep.
std::optional<Finding> fromJson(const ordered_json& json, int depth = 0) {
    if (json.is_string()) {
        return Finding(json.get<std::string>());
    }
    Finding made;
    made.code = json["code"];
    for (const ordered_json& argument : json["arguments"]) {
        auto read = depth < kDeepest ? fromJson(argument, depth + 1) : std::nullopt;
        if (!read) {
            return std::nullopt;
        }
        made.arguments.push_back(std::move(*read));
    }
    if (!isWhole(made)) {
        return std::nullopt;
    }
    made.severity = findingForm(made.code)->severity;
    return made;
}

}  // namespace

bool belongsTo(const Recording::Problem& problem, std::int32_t lane) {
    return problem.lane == lane || (problem.lane < 0 && lane == 0);
}

ordered_json findingsJson(const Recording& recording, std::int32_t lane) {
    ordered_json problems = ordered_json::array(), notes = ordered_json::array(), violations = ordered_json::array();
    for (const Recording::Problem& problem : recording.problems()) {
        if (belongsTo(problem, lane)) {
            // A sentence about the bundle's files loses their folders.
            problems.push_back(problem.plugin == kBundleProblem ? ordered_json(nullptr) : entryOf(problem.finding));
        }
    }
    for (const Finding& note : recording.notes(lane)) {
        notes.push_back(entryOf(note));
    }
    const Trace& trace = recording.trace(lane);
    for (std::int64_t call = 0; call < trace.calls(); ++call) {
        if (trace.callBroken(call)) {
            violations.push_back(entryOf(trace.call(call).violation));
        }
    }
    const auto coded = [](const ordered_json& entry) { return !entry.is_null(); };
    ordered_json json{{"format", "kvw-findings-1"}, {"problems", problems}, {"notes", notes}};
    bool any = std::ranges::any_of(problems, coded) || std::ranges::any_of(notes, coded);
    // Older versions, which know neither of them, read a file with one as if it was not there.
    if (ordered_json message = entryOf(recording.message()); coded(message)) {
        json["message"] = std::move(message);
        any = true;
    }
    if (std::ranges::any_of(violations, coded)) {
        json["violations"] = violations;
        any = true;
    }
    return any ? json : ordered_json();
}

Finding restoredFinding(const ordered_json& findings, const char* list, std::size_t index, const std::string& sentence,
                        Severity severity) {
    Finding plain = severity == Severity::Error ? errorFinding(sentence) : Finding(sentence);
    const ordered_json& listed = member(findings, list);
    const ordered_json entry = !listed.is_array() ? listed : index < listed.size() ? listed[index] : ordered_json();
    const auto read = entry.is_object() ? fromJson(entry) : std::nullopt;
    Finding restored = read && validUtf8(read->sentence()) == sentence ? *read : std::move(plain);
    restored.severity = severity;
    return restored;
}

}  // namespace kvw::bundle
