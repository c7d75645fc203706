// SPDX-License-Identifier: Apache-2.0
/// `kvw calls`: prints the SDK calls that the policy, reader or codec of a recorded run received, or saves one of them
/// as a conformance case.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <stop_token>

#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/values.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_value.h"
#include "core/base/text_format.h"
#include "core/session/engine.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

struct CallsOptions : LaneReportOptions {
    std::optional<std::int64_t> from, to, layer;
    bool violations = false;
    std::string caseFile, model;
    std::optional<std::int64_t> until;
    int threads = 0;
};

bool wanted(const CallRecord& call, const CallsOptions& options) {
    return call.step >= options.from.value_or(-1) && call.step <= options.to.value_or(kAnyInteger) &&
           (!options.layer || call.layer == *options.layer) && (!options.violations || !call.violation.empty());
}

/// Returns the reader or codec that a call went to; empty for the policy. Of the calls that all plugins receive,
/// `given` names the reader or codec.
std::string besidePolicy(const CallRecord& call) {
    const bool named = call.name == "begin" || call.name == "set";
    return named && !call.given.starts_with(kAskedFor) ? call.given : std::string();
}

tables::Table emptyCalls() {
    const auto layerText = [](const tables::Cell& layer) { return tables::numberIn(layer) ? dashText(layer) : "all"; };
    return {{lineColumn("call", "call"), memberColumn("step", "step", dashText),
             memberColumn("layer", "layer", layerText), memberColumn("us", "µs", decimals<1>),
             memberColumn("slots", "slots"), jsonColumn("given"), memberColumn("held", "held"),
             memberColumn("after", "after"), jsonColumn("budget_before"), jsonColumn("budget"), numberColumn("budget"),
             jsonColumn("edits"), memberColumn("evicted", "evicted"), jsonColumn("reason"), jsonColumn("violation"),
             textColumn("given", lineText)}};
}

void addCall(tables::Table& table, const CallRecord& call) {
    const tables::Cell before = countCell(call.budgetBefore), behind = countCell(call.budget);
    const std::string violation = call.violation.english();
    table.add({call.name, countCell(call.step), countCell(call.layer), bundle::shortestDouble(call.us), call.slots,
               call.given, call.held, call.after, before, behind,
               call.budgetBefore < 0 || call.budgetBefore == call.budget ? dashText(behind)
                                                                         : dashText(before) + ">" + dashText(behind),
               call.edits, call.evicted, call.reason, violation,
               call.given + (violation.empty() ? "" : "  VIOLATION: " + violation)});
}

Result<LaneReport> report(const OpenedBundle& opened, const CallsOptions& options, std::int32_t lane) {
    const Trace& trace = opened.recording->trace(lane);
    if (trace.calls() == 0) {
        return fail(Code::BadUsage, options.bundle, "the calls of the policy were not recorded",
                    phrase("capture %1", opened.recording->description().capture),
                    "a run with --capture rows, stats or maps, of this version");
    }
    struct Sum {
        std::int64_t calls = 0, evicted = 0;
        double us = 0, most = 0;
    };
    std::map<std::pair<std::string, std::string>, Sum> sums;  // by function and plugin
    tables::Table calls = emptyCalls();
    std::int64_t violations = 0;
    for (std::int64_t i = 0; i < trace.calls(); ++i) {
        const CallRecord call = trace.call(i);
        Sum& sum = sums[{call.name, besidePolicy(call)}];
        ++sum.calls;
        sum.evicted += call.evicted;
        const double us = std::max(0.0, static_cast<double>(call.us));
        sum.us += us;
        sum.most = std::max(sum.most, us);
        violations += call.violation.empty() ? 0 : 1;
        if (wanted(call, options)) {
            addCall(calls, call);
        }
    }
    tables::Table functions{{jsonColumn("call"), jsonColumn("plugin"), textColumn("function", lineText),
                             memberColumn("calls", "calls"), memberColumn("mean_us", "mean µs", decimals<1>),
                             memberColumn("most_us", "most µs", decimals<1>), memberColumn("evicted", "evicted")}};
    for (const auto& [of, sum] : sums) {
        functions.add({of.first, textCell(of.second), of.second.empty() ? of.first : of.first + ", " + of.second,
                       sum.calls, sum.us / static_cast<double>(sum.calls), sum.most, sum.evicted});
    }
    return LaneReport{{{"recorded", trace.calls()},
                       {"violations", violations},
                       {"functions", toJson(functions)},
                       {"calls", toJson(calls)}},
                      options.json ? std::string()  // there may be many
                                   : fmt::format("{} calls, {} violations\n{}{}", trace.calls(), violations,
                                                 toText(functions, 2), toText(calls, 2))};
}

/// Saves a call as a conformance case, for which the lane is run again.
Result<Exit> saveCallAsCase(const CallsOptions& options) {
    KVW_TRY(checkFileTarget(options.caseFile));
    KVW_TRY_ASSIGN(const auto opened, openAndWarn(options.bundle));
    KVW_TRY_ASSIGN(const auto lane, laneOf(*opened.recording, options.lane));
    const std::int64_t last = opened.recording->trace(lane).steps() - 1;
    const CaseRequest request{opened.recording, lane, options.until.value_or(last), options.model};
    // Report errors that need no model before loading one.
    KVW_TRY(caseText(request));
    const Interrupt interrupt;
    std::stop_source stop;
    const Interrupt::Call told([&stop] { stop.request_stop(); });
    ProgressLine line(!options.json);
    KVW_TRY_ASSIGN(const auto engine, openEngine());
    engine->setThreads(options.threads);
    const auto made =
        engine->caseOf(request, Catalog::scan(PluginPaths::standard()), line.sink("replay"), stop.get_token());
    line.clear();
    KVW_TRY(made.and_then([&](const std::string& text) { return writeSmallText(options.caseFile, text); }));
    const ordered_json report{{"case", options.caseFile}, {"lane", lane}, {"until", request.step}};
    print(options.json ? dumped(report)
                          : fmt::format("{}: lane {} until token {}; kvw conformance runs it\n", options.caseFile, lane,
                                        request.step));
    return Exit::Good;
}

}  // namespace

void addCalls(Commands& commands) {
    const auto [app, options] = commands.add<CallsOptions>(
        "calls", "List the calls of a recorded run's policy, with arguments and answers",
        "  kvw run --text story --policy snapkv:capacity=128 --out story-run\n"
        "  kvw calls story-run\n"
        "  kvw calls story-run --violations\n"
        "  kvw calls story-run --save-case case.json --until 700\n",
        [](const CallsOptions& given) {
            return given.caseFile.empty() ? printLaneReport(given, report) : saveCallAsCase(given);
        });
    addLaneReport(app, options, "a bundle of a run with --capture rows, stats or maps");
    addOption(app, "--from", options.from, "first step to list", wholeNumber(0).named("STEP"));
    addOption(app, "--to", options.to, "last step to list", wholeNumber(0).named("STEP"));
    addOption(app, "--layer", options.layer, "only calls about this layer", wholeNumber(0));
    app.add_flag("--violations", options.violations, "only answers that the engine refused");
    CLI::Option* file = addOption(app, "--save-case", options.caseFile,
                                  "repeat the lane up to a call and write the policy's answers as a conformance case, "
                                  "instead of the list",
                                  somePath());
    addOption(app, "--until", options.until, "with --save-case: the newest token at the call; default: the last one",
              wholeNumber(0).named("TOKEN"))
        ->needs(file);
    addOption(app, "--model", options.model, "with --save-case: where the model is; default: the embedded model",
              modelPath())
        ->needs(file);
    addOption(app, "--threads", options.threads, "with --save-case: 0: all cores", wholeNumber(0, 1024))->needs(file);
}

}  // namespace kvw::cli
