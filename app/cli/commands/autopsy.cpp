// SPDX-License-Identifier: Apache-2.0
/// `kvw autopsy`: when the copies of a needle left, against which cut, and the smallest budget that saves it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/values.h"
#include "core/analysis/needle.h"
#include "core/base/json/json_value.h"
#include "core/figures/tables.h"
#include "core/session/needle_budget.h"
#include "core/session/spec/run_changes.h"
#include "core/trace/token_list.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

struct AutopsyOptions : LaneReportOptions {
    std::string needle, tokens, probe, parameter, model;
    std::int64_t at = -1, copies = 1;
    std::optional<std::int64_t> least, most;
    bool budget = false;
    int threads = 0;
};

Result<Needle> needleOfTokens(const Trace& trace, const std::string& text) {
    const auto tokens = parseTokenList(text);
    if (!tokens || tokens->back() - tokens->front() + 1 != static_cast<std::int32_t>(tokens->size())) {
        return fail(Code::BadUsage, "--tokens", "this is no range of tokens", text, "as 120-131");
    }
    return Needle{tokens->front(), tokens->back() + 1, trace.steps() - 1, "tokens " + text};
}

/// Returns the needles that are asked for; without any, those of the probes.
Result<std::vector<Needle>> needlesOf(const AutopsyOptions& options, const Recording& recording, std::int32_t lane) {
    std::vector<Needle> needles;
    if ((options.needle.empty() ? 0 : 1) + (options.tokens.empty() ? 0 : 1) + (options.probe.empty() ? 0 : 1) > 1) {
        return fail(Code::BadUsage, "kvw autopsy", "one needle is examined at a time", {},
                    "--needle, --tokens or --probe");
    }
    if (!options.needle.empty()) {
        std::int64_t found = 0;
        KVW_TRY_ASSIGN(auto needle, needleOfText(recording, lane, options.needle, found));
        if (found > 1) {
            warn(fmt::format("the needle stands {} times in the text; the first one, tokens {} to {}, is examined", found,
                             needle.begin, needle.end - 1));
        }
        needles.push_back(std::move(needle));
    } else if (!options.tokens.empty()) {
        KVW_TRY_ASSIGN(auto needle, needleOfTokens(recording.trace(lane), options.tokens));
        needles.push_back(std::move(needle));
    } else {
        needles = needlesOfProbes(recording, lane);
        std::erase_if(needles,
                      [&](const Needle& each) { return !options.probe.empty() && each.name != options.probe; });
    }
    if (needles.empty()) {
        return fail(Code::BadUsage, options.bundle,
                    options.probe.empty() ? "the text of this run has no probe whose question was reached"
                                          : "no probe of this name was reached",
                    options.probe, "--needle with a part of the text, or --tokens");
    }
    for (Needle& needle : needles) {
        needle.at = options.at >= 0 ? options.at : needle.at;
    }
    return needles;
}

std::string lastText(const NeedleAutopsy& autopsy) {
    const NeedleCopy* last = autopsy.last();
    if (last == nullptr) {
        return fmt::format("{} of {} copies are whole at the end of step {}", autopsy.whole(), autopsy.copies.size(),
                           autopsy.needle.at);
    }
    const bool compared = std::isfinite(last->score);
    return fmt::format("no copy is whole at the end of step {}; the last one left layer {}{} at step {}{}",
                       autopsy.needle.at, last->layer,
                       autopsy.units == 1 ? std::string() : fmt::format(", head {},", last->unit), last->left,
                       compared ? fmt::format(": its token {} scored {:.4g}, the lowest that stayed {:.4g}", last->token,
                                              last->score, last->cut)
                                : std::string(" (the policy compares no scores)"));
}

/// Searches in an engine that is opened once.
Result<NeedleBudget> budgetOf(const AutopsyOptions& options, const Recording& recording, std::int32_t lane,
                              const Needle& needle, Engine& engine) {
    RunSpec like;
    like.model = options.model;
    like.threads = options.threads;
    BudgetQuestion question{needle, static_cast<std::int32_t>(options.copies), options.parameter, options.least,
                            options.most};
    const Interrupt interrupt;
    std::stop_source stop;
    const Interrupt::Call cancel([&stop] { stop.request_stop(); });
    ProgressLine line(!options.json);
    std::int64_t runs = 0;
    return smallestBudget(engine, Catalog::scan(PluginPaths::standard()), recording, lane, question, like,
                          [&](const BudgetTry& each) {
                              line.begin(fmt::format("run {}: the last was with {}", ++runs + 1, each.value));
                              return !interrupt.requested();
                          },
                          stop.get_token());
}

ordered_json budgetJson(const NeedleBudget& budget) {
    return {{"parameter", budget.parameter},
            {"least", budget.least},
            {"most", budget.most},
            {"copies", budget.wanted},
            {"smallest", countOrNull(budget.smallest)},
            {"uneven", budget.uneven()},
            {"tries", jsonList(budget.tries, [](const BudgetTry& each) -> ordered_json {
                 return {{"value", each.value},
                         {"whole", countOrNull(each.whole)},
                         {"refused", orNull(each.refused.english())}};
             })}};
}

std::string budgetText(const NeedleBudget& budget) {
    std::string text =
        budget.smallest < 0
            ? fmt::format("  no {} from {} to {} saves it ({} whole copies are asked for)\n", budget.parameter,
                          budget.least, budget.most, budget.wanted)
            : fmt::format("  smallest budget that saves it: {}={}, of {} to {}\n", budget.parameter, budget.smallest,
                          budget.least, budget.most);
    if (budget.uneven()) {
        text += "  a larger budget that was tried loses it again, so a smaller one may save it, too\n";
    }
    tables::Table tries{{numberColumn(budget.parameter), numberColumn("whole copies"), textColumn("", lineText)}};
    for (const BudgetTry& each : budget.tries) {
        tries.add({each.value, countCell(each.whole),
                   each.refused.empty() ? std::string() : "refused: " + each.refused.english()});
    }
    return text + toText(tries, 4);
}

Result<LaneReport> report(const OpenedBundle& opened, const AutopsyOptions& options, std::int32_t lane) {
    const Recording& recording = *opened.recording;
    KVW_TRY_ASSIGN(const auto needles, needlesOf(options, recording, lane));
    std::unique_ptr<Engine> engine;
    if (options.budget) {
        KVW_TRY_ASSIGN(engine, openEngine());
    }
    LaneReport said{{{"needles", ordered_json::array()}}, "copies of needles, in each layer and head\n"};
    for (const Needle& needle : needles) {
        KVW_TRY_ASSIGN(const auto autopsy, needleAutopsy(recording, lane, needle));
        tables::Table table = tables::needle(recording, lane, autopsy, opened.hash);
        ordered_json json{{"name", needle.name},
                          {"first_token", needle.begin},
                          {"last_token", needle.end - 1},
                          {"step", needle.at},
                          {"whole", autopsy.whole()},
                          {"copies", toJson(table)}};
        for (tables::Column& column : table.columns) {
            column.right = column.id != "reason";
        }
        said.text += fmt::format("\n{} (tokens {} to {})\n  {}\n{}", oneLine(needle.name), needle.begin, needle.end - 1,
                                 lastText(autopsy), toText(table, 2));
        if (options.budget) {
            KVW_TRY_ASSIGN(const auto budget, budgetOf(options, recording, lane, needle, *engine));
            json["budget"] = budgetJson(budget);
            said.text += budgetText(budget);
        }
        said.members["needles"].push_back(std::move(json));
    }
    return said;
}

}  // namespace

void addAutopsy(Commands& commands) {
    const auto [app, options] = addLaneCommand<AutopsyOptions>(
        commands, "autopsy", "Show when the copies of a needle left, and which budget would have saved it",
        "  kvw run --text needle --policy h2o:heavy=64,recent=64 --capture maps --out lost\n"
        "  kvw autopsy lost\n"
        "  kvw autopsy lost --tokens 120-131 --budget\n",
        "the run", report);
    addOption(app, "--needle", options.needle, "the needle: a part of the text", anyText("TEXT"));
    addOption(app, "--tokens", options.tokens, "the needle: its tokens, as 120-131", anyText("TOKENS"));
    addOption(app, "--probe", options.probe, "the needle: the fact of this probe; default: those of all probes",
              anyText("NAME"));
    addOption(app, "--at", options.at,
              "step at whose end it is looked for; default: before the answer of a probe, else the last",
              wholeNumber(0).named("STEP"));
    app.add_flag("--budget", options.budget, "search the smallest budget that saves it, with a run for each value");
    addOption(app, "--parameter", options.parameter,
              "parameter that is the budget; default: the first that may be a share of the prompt", anyText("NAME"));
    addOption(app, "--least", options.least, "smallest budget; default: that of the parameter", wholeNumber(1));
    addOption(app, "--most", options.most, "largest budget; default: the tokens that are read until then",
              wholeNumber(1));
    addSetting(app, "--copies", options.copies, "copies, of layers and heads, that must be whole for it to be saved",
               wholeNumber(1, 1 << 20));
    addOption(app, "--model", options.model, "where the model is; default: the embedded model", modelPath());
    addOption(app, "--threads", options.threads, "0: all cores", wholeNumber(0, 1024));
}

}  // namespace kvw::cli
