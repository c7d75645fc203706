// SPDX-License-Identifier: Apache-2.0
/// `kvw calls`: prints the SDK calls that the policy, reader or codec of a recorded run received, or saves one of them
/// as a conformance case.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/cli/commands.h"
#include "app/cli/output_path.h"
#include "app/cli/report/bundle_lane.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/values.h"
#include "app/cli/write_file.h"
#include "core/base/json/json_value.h"
#include "core/base/text_format.h"
#include "core/session/engine.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

struct CallsOptions {
    LaneReportOptions of;
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

ordered_json toJson(const CallRecord& call) {
    return {{"call", call.name},
            {"step", countOrNull(call.step)},
            {"layer", countOrNull(call.layer)},
            {"us", bundle::shortestDouble(call.us)},
            {"slots", call.slots},
            {"given", call.given},
            {"held", call.held},
            {"after", call.after},
            {"budget_before", countOrNull(call.budgetBefore)},
            {"budget", countOrNull(call.budget)},
            {"edits", call.edits},
            {"evicted", call.evicted},
            {"reason", call.reason},
            {"violation", call.violation.english()}};
}

/// Returns the reader or codec that a call went to; empty for the policy. Of the calls that all plugins receive,
/// `given` names the reader or codec.
std::string besidePolicy(const CallRecord& call) {
    const bool named = call.name == "begin" || call.name == "set";
    return named && !call.given.starts_with(kAskedFor) ? call.given : std::string();
}

std::string cell(const ordered_json& value, const char* none = "-") {
    return value.is_null() ? std::string(none) : value.dump();
}

std::string callsText(const ordered_json& report) {
    std::string text = fmt::format("{} calls, {} violations\n", report["recorded"].dump(), report["violations"].dump());
    tables::Table functions{{textColumn("function"), numberColumn("calls"), numberColumn("mean µs"),
                             numberColumn("most µs"), numberColumn("evicted")}};
    for (const ordered_json& row : report["functions"]) {
        const std::string name = row["call"].get<std::string>();
        functions.add({oneLine(row["plugin"].is_null() ? name : name + ", " + row["plugin"].get<std::string>()),
                       row["calls"].dump(), numberText(row["mean_us"], 1), numberText(row["most_us"], 1),
                       row["evicted"].dump()});
    }
    text += toText(functions, 2);
    tables::Table calls{{textColumn("call"), numberColumn("step"), numberColumn("layer"), numberColumn("µs"),
                         numberColumn("slots"), numberColumn("held"), numberColumn("after"), numberColumn("budget"),
                         numberColumn("evicted"), textColumn("given")}};
    for (const ordered_json& row : report["calls"]) {
        const std::string before = cell(row["budget_before"]), behind = cell(row["budget"]);
        const std::string violation = row["violation"].get<std::string>();
        calls.add({oneLine(row["call"].get<std::string>()), cell(row["step"]), cell(row["layer"], "all"),
                   numberText(row["us"], 1), row["slots"].dump(), row["held"].dump(), row["after"].dump(),
                   row["budget_before"].is_null() || before == behind ? behind : before + ">" + behind,
                   row["evicted"].dump(),
                   oneLine(row["given"].get<std::string>() + (violation.empty() ? "" : "  VIOLATION: " + violation))});
    }
    return text + toText(calls, 2);
}

Result<LaneReport> report(const OpenedBundle& opened, const CallsOptions& options, std::int32_t lane) {
    const Trace& trace = opened.recording->trace(lane);
    if (trace.calls() == 0) {
        return fail(Code::BadUsage, options.of.bundle, "the calls of the policy were not recorded",
                    phrase("capture %1", opened.recording->description().capture),
                    "a run with --capture rows, stats or maps, of this version");
    }
    struct Sum {
        std::int64_t calls = 0, evicted = 0;
        double us = 0, most = 0;
    };
    std::map<std::pair<std::string, std::string>, Sum> sums;  // by function and plugin
    ordered_json calls = ordered_json::array();
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
            calls.push_back(toJson(call));
        }
    }
    ordered_json functions = ordered_json::array();
    for (const auto& [of, sum] : sums) {
        functions.push_back({{"call", of.first},
                             {"plugin", orNull(of.second)},
                             {"calls", sum.calls},
                             {"mean_us", sum.us / static_cast<double>(sum.calls)},
                             {"most_us", sum.most},
                             {"evicted", sum.evicted}});
    }
    ordered_json members{{"recorded", trace.calls()},
                         {"violations", violations},
                         {"functions", std::move(functions)},
                         {"calls", std::move(calls)}};
    std::string text = options.of.json ? std::string() : callsText(members);  // there may be many
    return LaneReport{std::move(members), std::move(text)};
}

/// Saves a call as a conformance case, for which the lane is run again.
Result<Exit> saveCallAsCase(const CallsOptions& options) {
    KVW_TRY(checkFileTarget(options.caseFile));
    const auto opened = openAndWarn(options.of.bundle);
    KVW_TRY_ASSIGN(const auto lane,
                   opened ? laneOf(*opened->recording, options.of.lane) : tl::unexpected(opened.error()));
    const std::int64_t last = opened->recording->trace(lane).steps() - 1;
    const CaseRequest request{opened->recording, lane, options.until.value_or(last), options.model};
    // Report errors that need no model before loading one.
    KVW_TRY(caseText(request));
    const Interrupt interrupt;
    std::stop_source stop;
    const Interrupt::Call told([&stop] { stop.request_stop(); });
    ProgressLine line(!options.of.json);
    KVW_TRY_ASSIGN(const auto engine, openEngine());
    engine->setThreads(options.threads);
    const auto made =
        engine->caseOf(request, Catalog::scan(PluginPaths::standard()), line.sink("replay"), stop.get_token());
    line.clear();
    KVW_TRY(made.and_then([&](const std::string& text) { return writeFile(options.caseFile, text); }));
    const ordered_json report{{"case", options.caseFile}, {"lane", lane}, {"until", request.step}};
    print(options.of.json ? dumped(report)
                          : fmt::format("{}: lane {} until token {}; kvw conformance runs it\n", options.caseFile, lane,
                                        request.step));
    return Exit::Good;
}

}  // namespace

void addCalls(Commands& commands) {
    const auto options = std::make_shared<CallsOptions>();
    CLI::App* app = commands.add("calls", "List the calls of a recorded run's policy, with arguments and answers",
                                 "  kvw run --text story --policy snapkv:capacity=128 --out story-run\n"
                                 "  kvw calls story-run\n"
                                 "  kvw calls story-run --violations\n"
                                 "  kvw calls story-run --save-case case.json --until 700\n");
    addLaneReport(*app, options->of, "a bundle of a run with --capture rows, stats or maps");
    addOption(*app, "--from", options->from, "first step to list", wholeNumber(0).named("STEP"));
    addOption(*app, "--to", options->to, "last step to list", wholeNumber(0).named("STEP"));
    addOption(*app, "--layer", options->layer, "only calls about this layer", wholeNumber(0));
    app->add_flag("--violations", options->violations, "only answers that the engine refused");
    CLI::Option* file = addOption(
        *app, "--save-case", options->caseFile,
        "repeat the lane up to a call and write the policy's answers as a conformance case, instead of the list",
        somePath());
    addOption(*app, "--until", options->until, "with --save-case: the newest token at the call; default: the last one",
              wholeNumber(0).named("TOKEN"))
        ->needs(file);
    addOption(*app, "--model", options->model, "with --save-case: where the model is; default: the embedded model",
              modelPath())
        ->needs(file);
    addOption(*app, "--threads", options->threads, "with --save-case: 0: all cores", wholeNumber(0, 1024))->needs(file);
    commands.setAction([options] {
        if (!options->caseFile.empty()) {
            return saveCallAsCase(*options);
        }
        return printLaneReport(
            options->of, [&](const OpenedBundle& opened, std::int32_t lane) { return report(opened, *options, lane); });
    });
}

}  // namespace kvw::cli
