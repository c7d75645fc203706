// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/findings.h"

#include <algorithm>
#include <utility>

#include "core/base/json/json_access.h"
#include "core/base/json/phrase_json.h"
#include "core/base/text_format.h"
#include "core/bundle/bundle.h"

namespace kvw::bundle {
namespace {

using nlohmann::ordered_json;

/// Returns null for a plain text, whose sentence is in the manifest.
ordered_json entryOf(const Phrase& phrase) {
    ordered_json entry = codedJson(phrase);
    return entry.is_object() ? entry : ordered_json(nullptr);
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
    const ordered_json& listed = member(findings, list);
    const ordered_json entry = !listed.is_array() ? listed : index < listed.size() ? listed[index] : ordered_json();
    Phrase read = phraseOf(entry);
    Finding restored = entry.is_object() && validUtf8(read.english()) == sentence ? Finding(std::move(read))
                       : severity == Severity::Error                              ? errorFinding(sentence)
                                                                                  : Finding(sentence);
    restored.severity = severity;
    return restored;
}

}  // namespace kvw::bundle
