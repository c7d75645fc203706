// SPDX-License-Identifier: Apache-2.0
/// `kvw disagreements`: runs the two forms of documented differences between papers and their codes over one prompt, and
/// says whether the difference matters there.
#include "core/eval/studies/disagreements.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/study_run.h"
#include "app/cli/values.h"
#include "core/base/json/json_value.h"
#include "core/eval/studies/study_options.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

using eval::Disagreement;
using eval::FormsResult;
using eval::FormsVerdict;
using nlohmann::ordered_json;

struct DisagreementOptions {
    StudyOptions study;
    std::vector<std::string> names;
    double threshold = 0;
    bool list = false;
};

ordered_json disagreementJson(const Disagreement& entry) {
    ordered_json json{{"id", entry.id},           {"plugin", entry.plugin},   {"work", entry.work},
                      {"section", entry.section}, {"differs", entry.differs}};
    if (entry.runs()) {
        json["forms"] = ordered_json::array();
        for (const Disagreement::Form& form : entry.forms) {
            json["forms"].push_back({{"name", form.name}, {"policy", form.policy}});
        }
    } else {
        json["reason"] = entry.reason;
    }
    return json;
}

std::string listText(const std::vector<Disagreement>& entries) {
    std::string text = "Differences between papers and their published codes (POLICIES.md, by section)\n";
    for (const Disagreement& entry : entries) {
        text += fmt::format("\n{}  {}, section {}\n  {}\n", entry.id, entry.work, entry.section, entry.differs);
        if (!entry.runs()) {
            text += fmt::format("  No parameter expresses it: {}\n", entry.reason);
            continue;
        }
        tables::Table forms;
        for (const Disagreement::Form& form : entry.forms) {
            forms.add({form.name, form.policy});
        }
        text += toText(forms, 4);
    }
    return text;
}

/// The lanes of a run, and why entries have none.
struct FormLanes {
    std::vector<std::string> policies;  ///< canonical, after the full cache
    std::vector<Phrase> refused;        ///< [entries]; empty: both forms are lanes
};

/// Starts the run with the forms of all entries; if it is refused, with those of the entries that can run alone.
Result<std::unique_ptr<Run>> startForms(StudyRun& study, const RunSpec& spec, const std::vector<Disagreement>& entries,
                                        FormLanes& lanes) {
    lanes.refused.assign(entries.size(), {});
    const auto startOf = [&](const std::vector<Disagreement>& some) -> Result<std::unique_ptr<Run>> {
        RunSpec run = spec;
        KVW_TRY_ASSIGN(lanes.policies, eval::lanesOfForms(some, study.catalog()));
        std::erase_if(lanes.policies, [](const std::string& lane) { return isFullCache(lane); });
        run.policies = lanes.policies;
        run.policies.insert(run.policies.begin(), "full");
        return study.start(run);
    };
    auto started = startOf(entries);
    if (started || started.error().code != Code::BadUsage) {
        return started;
    }
    std::vector<Disagreement> good;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto alone = entries[i].runs() ? startOf({entries[i]}) : Result<std::unique_ptr<Run>>();
        if (!alone) {
            lanes.refused[i] = alone.error().clause();
        } else if (entries[i].runs()) {
            good.push_back(entries[i]);
        }
    }
    return good.empty() ? std::move(started) : startOf(good);
}

Result<std::int32_t> laneOfForm(const Recording& recording, const Disagreement::Form& form, const FormLanes& lanes,
                                const Catalog& catalog) {
    KVW_TRY_ASSIGN(const auto chain, resolveChain(catalog, form.policy));
    const std::string text = toText(chain);
    const auto found = std::ranges::find(lanes.policies, text);
    const auto lane = static_cast<std::int32_t>(isFullCache(text) ? 0 : 1 + (found - lanes.policies.begin()));
    if (!recording.hasTrace(lane)) {
        return fail(Code::Internal, text, "it is no lane of the run");
    }
    return lane;
}

Result<std::vector<FormsResult>> resultsOf(const Recording& recording, const std::vector<Disagreement>& entries,
                                           const FormLanes& lanes, const Catalog& catalog, double threshold) {
    std::vector<FormsResult> results;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        FormsResult result;
        result.problem = entries[i].runs() ? lanes.refused[i] : Phrase(entries[i].reason);
        if (entries[i].runs() && result.problem.empty()) {
            KVW_TRY_ASSIGN(const auto a, laneOfForm(recording, entries[i].forms[0], lanes, catalog));
            KVW_TRY_ASSIGN(const auto b, laneOfForm(recording, entries[i].forms[1], lanes, catalog));
            result = eval::compareForms(recording, a, b, threshold);
        }
        results.push_back(std::move(result));
    }
    return results;
}

std::string formsCaption(const Recording& recording, double threshold) {
    const RunDescription& run = recording.description();
    return fmt::format(
        "Two forms of published policies on {}, text {}: prompt of {} tokens, {} behind it. Overlap: Jaccard index of "
        "the keep-sets, mean over heads and layers. B - A: mean NLL of form B less that of form A, with a 95 % bootstrap "
        "interval over the tokens. It matters here: by {:g} nats per token or more, and the interval leaves out 0.",
        run.model.name, run.textTitle, run.promptTokens,
        std::max<std::int64_t>(0, recording.trace(0).steps() - run.promptTokens), threshold);
}

/// Returns how many entries have each verdict.
std::string countsText(const std::vector<FormsResult>& results) {
    std::string text;
    for (const FormsVerdict verdict :
         {FormsVerdict::Matters, FormsVerdict::NoScore, FormsVerdict::Same, FormsVerdict::NotRun}) {
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", toText(verdict),
                            std::ranges::count(results, verdict, &FormsResult::verdict));
    }
    return text + '\n';
}

Result<Exit> run(const DisagreementOptions& options) {
    KVW_TRY_ASSIGN(auto entries, eval::disagreements().and_then([&](std::vector<Disagreement> all) {
        return eval::chosenDisagreements(std::move(all), options.names);
    }));
    if (options.list) {
        print(options.study.json ? dumped({{"command", "disagreements"}, {"entries", jsonList(entries, disagreementJson)}})
                                 : listText(entries));
        return Exit::Good;
    }
    if (std::ranges::none_of(entries, &Disagreement::runs)) {
        return fail(Code::BadUsage, std::string("kvw disagreements"), "no parameter expresses any of the chosen differences", {},
                    "one with two forms");
    }
    KVW_TRY_ASSIGN(const auto spec, options.study.spec());
    StudyRun study(options.study);
    FormLanes lanes;
    KVW_TRY_ASSIGN(const auto started, startForms(study, spec, entries, lanes));
    KVW_TRY(study.drive(*started, 0, 1));
    const Recording& recording = *started->recording();
    KVW_TRY_ASSIGN(const auto results, resultsOf(recording, entries, lanes, study.catalog(), options.threshold));
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!lanes.refused[i].empty()) {
            study.warn(phrase("%1: %2", entries[i].id, lanes.refused[i]));
        }
    }
    const tables::Table table =
        eval::disagreementTable(entries, results, formsCaption(recording, options.threshold));
    const RunDescription& description = recording.description();
    study.print(table,
                {"id", "form_a", "form_b", "overlap_prompt", "overlap_end", "delta_nll", "low", "high", "verdict"},
                {{"command", "disagreements"},
                 {"state", "finished"},
                 {"model", description.model.name},
                 {"text", description.textTitle},
                 {"prompt_tokens", description.promptTokens},
                 {"threshold", options.threshold},
                 {"environment", description.environment},
                 {"rows", tables::toJson(table)}},
                countsText(results));
    return Exit::Good;
}

}  // namespace

void addDisagreements(Commands& commands) {
    const auto [app, options] = commands.add<DisagreementOptions>(
        "disagreements",
        "Run both forms of documented differences between papers and their codes, and say which matter",
        "  kvw disagreements --list\n"
        "  kvw disagreements --text needle\n"
        "  kvw disagreements cake snapkv-pool --model DIR --text persuasion --table tex\n", run);
    app.add_flag("--list", options.list, "list the differences with their forms, and run nothing");
    for (const ParameterSpec& spec : eval::studyOptions("disagreements")) {
        if (spec.name == eval::kStudyNames) {
            addOption(app, spec.name.c_str(), options.names, spec.tooltip, anyText("NAME"));
        } else {
            addStudyOption(app, spec, options.threshold);
        }
    }
    options.study.declare(app);
}

}  // namespace kvw::cli
