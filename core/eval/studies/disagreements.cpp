// SPDX-License-Identifier: Apache-2.0
#include "core/eval/studies/disagreements.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

#include "core/analysis/overlap.h"
#include "core/base/json/json_reader.h"
#include "core/base/json/schema.h"
#include "core/base/short_text.h"
#include "core/eval/studies/study_columns.h"
#include "core/model/text/document.h"
#include "core/session/spec/run_changes.h"

namespace kvw::eval {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostDisagreementBytes = std::size_t{1} << 20;

Disagreement disagreementIn(const JsonObject& stored) {
    Disagreement entry;
    entry.id = stored.kebab("id");
    entry.plugin = stored.kebab("plugin");
    entry.work = stored.text("work");
    entry.section = stored.text("section");
    entry.differs = stored.text("differs");
    entry.reason = stored.textOr("reason", {});
    const auto forms = stored.objects("forms", {"name", "policy"});
    if (forms.size() == entry.forms.size() && entry.runs()) {
        for (std::size_t i = 0; i < forms.size(); ++i) {
            entry.forms[i] = {forms[i].text("name"), forms[i].text("policy")};
        }
    } else if (!forms.empty() || entry.runs()) {
        stored.refuse("forms", "two forms, or a reason");
    }
    return entry;
}

double meanOverlap(const Recording& recording, std::int32_t a, std::int32_t b, std::int64_t step) {
    const std::vector<double> layers = keepSetOverlap(recording, a, b, step);
    return layers.empty() ? kMissing
                          : std::accumulate(layers.begin(), layers.end(), 0.0) / static_cast<double>(layers.size());
}

std::string verdictText(const FormsResult& result) {
    return result.verdict == FormsVerdict::NotRun ? result.problem.english() : toText(result.verdict);
}

}  // namespace

Result<std::vector<Disagreement>> readDisagreements(const fs::path& file) {
    KVW_TRY_ASSIGN(const auto json, readJsonFile(file, kMostDisagreementBytes));
    JsonDocument document(file.string(), Code::BadInput);
    const JsonObject object(document, json, {}, {"format", "disagreements"});
    object.word("format", {"kvw-disagreements-1"});
    std::vector<Disagreement> entries;
    std::set<std::string> ids;
    for (const JsonObject& each :
         object.objects("disagreements", {"id", "plugin", "work", "section", "differs", "forms", "reason"}, true)) {
        entries.push_back(disagreementIn(each));
        if (!ids.insert(entries.back().id).second) {
            each.refuse("id", "an id of its own");
        }
    }
    return document.checked().map([&] { return std::move(entries); });
}

Result<std::vector<Disagreement>> disagreements() {
    KVW_TRY_ASSIGN(const auto resources, resourcesDir());
    return readDisagreements(resources / "disagreements" / "disagreements.json");
}

Result<std::vector<Disagreement>> chosenDisagreements(std::vector<Disagreement> all,
                                                      std::span<const std::string> names) {
    if (names.empty()) {
        return all;
    }
    std::vector<std::string> known;
    for (const Disagreement& entry : all) {
        known.insert(known.end(), {entry.id, entry.plugin, entry.work});
    }
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) == known.end()) {
            const std::string shown = shortText(name, 60), near = nearest(shown, known);
            return near.empty() ? fail(Code::BadUsage, std::string("disagreements"), phrase("none is called \"%1\"", shown), {},
                                       "an id, a plugin or a work of the list")
                                : fail(Code::BadUsage, "disagreements",
                                       phrase("none is called \"%1\"; did you mean \"%2\"?", shown, near));
        }
    }
    std::erase_if(all, [&](const Disagreement& entry) {
        return std::ranges::none_of(names, [&](const std::string& name) {
            return name == entry.id || name == entry.plugin || name == entry.work;
        });
    });
    return all;
}

Result<std::vector<std::string>> lanesOfForms(std::span<const Disagreement> entries, const Catalog& catalog) {
    std::vector<std::string> lanes;
    for (const Disagreement& entry : entries) {
        for (const Disagreement::Form& form : entry.forms) {
            if (!entry.runs()) {
                continue;
            }
            KVW_TRY_ASSIGN(const auto chain, resolveChain(catalog, form.policy));
            if (const std::string text = toText(chain); std::ranges::find(lanes, text) == lanes.end()) {
                lanes.push_back(text);
            }
        }
    }
    return lanes;
}

FormsResult compareForms(const Recording& recording, std::int32_t a, std::int32_t b, double threshold) {
    FormsResult result;
    for (const Recording::Problem& problem : recording.problems()) {
        if (problem.isError() && (problem.lane == a || problem.lane == b) && result.problem.empty()) {
            result.problem = problem.finding;
        }
    }
    const Trace &left = recording.trace(a), &right = recording.trace(b);
    const std::int64_t prompt = recording.description().promptTokens, end = std::min(left.steps(), right.steps());
    if (!result.problem.empty() || end <= prompt) {
        result.problem = result.problem.empty() ? phrase("no token behind the prompt was read") : result.problem;
        return result;
    }
    std::vector<double> ofA, ofB;
    for (std::int64_t step = prompt; step < end; ++step) {
        if (std::isfinite(left.step(step).nll) && std::isfinite(right.step(step).nll)) {
            ofA.push_back(left.step(step).nll);
            ofB.push_back(right.step(step).nll);
        }
    }
    result.nllA = weightedMean(ofA);
    result.nllB = weightedMean(ofB);
    result.difference = pairedDifference(ofB, ofA);
    result.overlapPrompt = meanOverlap(recording, a, b, prompt - 1);
    result.overlapEnd = meanOverlap(recording, a, b, end - 1);
    const auto bytes = static_cast<double>(left.step(end - 1).bytesLive);
    result.bytesShare = bytes > 0 ? static_cast<double>(right.step(end - 1).bytesLive) / bytes : kMissing;
    const Interval& interval = result.difference.interval;
    if (result.overlapPrompt == 1 && result.overlapEnd == 1 && firstUnequal(left, right, end) < 0) {
        result.verdict = FormsVerdict::Same;
    } else if (std::abs(result.difference.mean) >= threshold && (interval.low > 0 || interval.high < 0)) {
        result.verdict = FormsVerdict::Matters;
    } else {
        result.verdict = FormsVerdict::NoScore;
    }
    return result;
}

const char* toText(FormsVerdict verdict) noexcept {
    switch (verdict) {
        case FormsVerdict::Same:
            return "no difference here";
        case FormsVerdict::NoScore:
            return "the score hardly differs";
        case FormsVerdict::Matters:
            return "it matters here";
        case FormsVerdict::NotRun:
            break;
    }
    return "not run";
}

tables::Table disagreementTable(std::span<const Disagreement> entries, std::span<const FormsResult> results,
                                std::string caption) {
    tables::Table table;
    table.caption = std::move(caption);
    table.columns = {{"id", "difference"},
                     {"work", "work", {}, false, nullptr},
                     {"section", "section", {}, false, nullptr},
                     {"differs", "what differs", {}, false, nullptr},
                     {"form_a", "form A"},
                     {"form_b", "form B"},
                     {"policy_a", "policy A", {}, false, nullptr},
                     {"policy_b", "policy B", {}, false, nullptr},
                     studyNumber("overlap_prompt", "overlap", 3),
                     studyNumber("overlap_end", "overlap at the end", 3),
                     studyNumber("bytes_share", "bytes B/A", 3),
                     studyNumber("nll_a", "NLL A", 4, "nats"),
                     studyNumber("nll_b", "NLL B", 4, "nats"),
                     studyNumber("delta_nll", "B - A", 4, "nats"),
                     studyNumber("low", "low", 4),
                     studyNumber("high", "high", 4),
                     {"verdict", "does it matter?"}};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Disagreement& entry = entries[i];
        const FormsResult& result = results[i];
        table.add({entry.id, entry.work, entry.section, entry.differs, entry.forms[0].name, entry.forms[1].name,
                   entry.forms[0].policy, entry.forms[1].policy, result.overlapPrompt, result.overlapEnd,
                   result.bytesShare, result.nllA, result.nllB, result.difference.mean, result.difference.interval.low,
                   result.difference.interval.high, verdictText(result)});
        if (result.verdict == FormsVerdict::Matters) {
            table.marked.emplace(i, table.columns.size() - 1);
        }
    }
    return table;
}

}  // namespace kvw::eval
