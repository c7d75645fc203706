// SPDX-License-Identifier: Apache-2.0
/// `kvw eval`: scores policies on the samples of a task, all as lanes over the same prompts; writes a line per sample
/// and lane, and tables. Samples that have results are not run again.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/report/event_lines.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/eval_runner.h"
#include "app/cli/run/run_options.h"
#include "app/cli/values.h"
#include "core/base/comma_list.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/json_reader.h"
#include "core/base/json/json_value.h"
#include "core/base/json/phrase_json.h"
#include "core/eval/eval_figures.h"
#include "core/eval/eval_table.h"
#include "core/eval/presets.h"
#include "core/eval/sweep_figures.h"
#include "core/eval/tasks/tasks.h"
#include "core/eval/timing_table.h"
#include "core/figures/figure_io.h"
#include "core/figures/tables.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;
using eval::CompressAt;
using eval::EvalPlan;
using eval::EvalPreset;
using eval::EvalRecord;
using nlohmann::ordered_json;

struct EvalOptions {
    RunOptions run;
    std::string task, preset, samples, compressAt = "prompt", against;
    fs::path data, folder, resumed;
    std::int64_t limit = -1, seed = EvalPlan().seed;
    bool list = false, events = false;
};

/// A plan with what is printed about it.
struct Evaluation {
    Evaluation() = default;
    Evaluation(Evaluation&&) = default;
    Evaluation& operator=(Evaluation&&) = delete;
    ~Evaluation() {
        if (temporary && !folder.empty()) {
            std::error_code ignored;
            fs::remove_all(folder, ignored);
        }
    }

    EvalPlan plan;
    fs::path folder;
    bool temporary = false;  ///< the folder goes when the command ends
    const eval::Task* task = nullptr;
    eval::TableOptions table;
    std::string works;  ///< BibTeX
};

ordered_json parameterEntry(const ParameterSpec& spec) {
    return {{"name", spec.name},
            {"default", kvw::toJson(spec.defaultValue)},
            {"range", spec.rangeText()},
            {"unit", spec.unit},
            {"tooltip", spec.tooltip}};
}

ordered_json taskEntry(const eval::TaskInfo& info) {
    return {{"name", info.name},
            {"title", info.title},
            {"description", info.description},
            {"score", info.score},
            {"needs_data", info.needsData},
            {"reference", info.reference},
            {"parameters", jsonList(info.parameters, parameterEntry)}};
}

ordered_json presetEntry(const EvalPreset& preset) {
    const auto laneEntry = [](const EvalPreset::Lane& lane) -> ordered_json {
        ordered_json published = ordered_json::object();
        for (const auto& [subset, value] : lane.published) {
            published[subset.empty() ? "total" : subset] = value;
        }
        return {{"policy", lane.policy}, {"row", lane.row}, {"published", published}};
    };
    return {{"name", preset.name},     {"work", preset.work},
            {"table", preset.table},   {"note", preset.note},
            {"task", preset.task},     {"compress_at", toText(preset.settings.compressAt)},
            {"models", preset.models}, {"lanes", jsonList(preset.lanes, laneEntry)}};
}

std::string taskListText(const eval::TaskInfo& info) {
    std::string text = fmt::format("\n{}: {}{}\n  {}\n", info.name, info.title, info.needsData ? " (needs --data)" : "",
                                   info.description);
    if (!info.reference.empty()) {
        text += fmt::format("  {}\n", info.reference);
    }
    tables::Table parameters;
    for (const ParameterSpec& spec : info.parameters) {
        const std::string unit = spec.unit.empty() ? "" : " " + spec.unit;
        parameters.add(
            {spec.name, kvw::toText(spec.defaultValue) + unit, fmt::format("{} ({})", spec.tooltip, spec.rangeText())});
    }
    return text + toText(parameters, 4);
}

Result<Exit> listAll(const EvalOptions& options) {
    KVW_TRY_ASSIGN(auto presets, eval::evalPresets());
    std::vector<const eval::Task*> shown;
    if (options.task.empty()) {
        shown.assign(eval::tasks().begin(), eval::tasks().end());
    } else {
        KVW_TRY_ASSIGN(const auto task, eval::taskOf(options.task));
        shown.push_back(task);
        std::erase_if(presets, [&](const EvalPreset& preset) {
            return preset.task.substr(0, preset.task.find(':')) != task->info().name;
        });
    }
    ordered_json works = jsonList(presets, presetEntry);
    if (options.run.json) {
        const auto entry = [](const eval::Task* task) { return taskEntry(task->info()); };
        print(dumped({{"command", "eval"}, {"tasks", jsonList(shown, entry)}, {"presets", works}}));
        return Exit::Good;
    }
    std::string text = "Tasks, with their options: TASK:option=value,option=value (default, meaning, range)\n";
    for (const eval::Task* task : shown) {
        text += taskListText(task->info());
    }
    for (ordered_json& work : works) {
        for (ordered_json& lane : work["lanes"]) {
            lane = ordered_json(lane[lane["row"].get_ref<const std::string&>().empty() ? "policy" : "row"]);
        }
    }
    if (!works.empty()) {
        text += "\nPresets (kvw eval --preset NAME)\n" +
                toText(tableOf(
                    works, {lineColumn("/name", "PRESET"), lineColumn("/work", "WORK"), lineColumn("/table", "TABLE"),
                            lineColumn("/task", "TASK"), lineColumn("/lanes", "ROWS")}));
    }
    print(text);
    return Exit::Good;
}

/// Returns the task with its own option "preset" at that name, as timing has it; none: the task has no such preset.
std::optional<std::string> withOwnPreset(const std::string& task, const std::string& preset) {
    const auto found = eval::taskOf(task);
    if (task.empty() || !found) {
        return std::nullopt;
    }
    for (const ParameterSpec& spec : (*found)->info().parameters) {
        if (spec.name == "preset" && std::ranges::find(spec.choices, preset) != spec.choices.end()) {
            return task + (task.find(':') == std::string::npos ? ':' : ',') + "preset=" + preset;
        }
    }
    return std::nullopt;
}

/// Puts the settings that were typed into a specification.
void takeSettings(const RunOptions& typed, const CLI::App& app, RunSpec& spec) {
    const auto given = [&app](const char* option) { return app.count(option) > 0; };
    if (given("--model")) {
        spec.model = typed.typed.model;
    }
    if (given("--device")) {
        spec.device = typed.typed.device;
    }
    if (given("--dtype")) {
        spec.dtype = typed.typed.dtype;
    }
    if (given("--kv-dtype")) {
        spec.kvDtype = typed.typed.kvDtype;
    }
    if (given("--threads")) {
        spec.threads = typed.typed.threads;
    }
    if (given("--positions")) {
        static_cast<void>(fromText(typed.positions, spec.positions));
    }
    if (given("--rank-keys")) {
        static_cast<void>(fromText(typed.rankKeys, spec.rankKeys));
    }
    if (given("--prefill")) {
        spec = withLane(spec, laneRun(spec, {spec.positions, chunkOf(typed.prefill)}));
    }
}

/// Returns the plan of the options, of a preset with these, or of the folder that goes on. `preset`: gets the one
/// named.
Result<EvalPlan> typedPlan(const EvalOptions& options, const CLI::App& app, std::optional<EvalPreset>& preset) {
    if (!options.resumed.empty()) {
        constexpr std::array kAlso{"--resume", "--against", "--threads", "--events", "--json", "--quiet"};
        for (const CLI::Option* given : app.get_options()) {
            if (given->count() > 0 && std::ranges::find(kAlso, given->get_name()) == kAlso.end()) {
                return fail(Code::BadUsage, "--resume", "the folder says what the evaluation is", given->get_name(),
                            "--resume without it");
            }
        }
        KVW_TRY_ASSIGN(auto plan, eval::readEvalPlan(options.resumed));
        takeSettings(options.run, app, plan.run);
        if (!plan.preset.empty()) {
            KVW_TRY_ASSIGN(preset, eval::evalPresetNamed(plan.preset));
        }
        return plan;
    }
    EvalPlan plan;
    if (const auto own = withOwnPreset(options.task, options.preset)) {
        plan.task = *own;
    } else if (!options.preset.empty()) {
        KVW_TRY_ASSIGN(preset, eval::evalPresetNamed(options.preset));
        plan = eval::planOf(*preset);
        const std::string task = plan.task.substr(0, plan.task.find(':'));
        if (!options.task.empty() && options.task != task) {
            return fail(Code::BadUsage, "--preset", "the preset is of another task", options.task, task);
        }
    } else if (options.task.empty()) {
        return fail(Code::BadUsage, "kvw eval", "there is nothing to run", {}, "TASK, --preset, --resume or --list");
    } else {
        plan.task = options.task;
    }
    const auto given = [&app](const char* option) { return app.count(option) > 0; };
    plan.data = options.data;
    plan.limit = given("--limit") ? options.limit : plan.limit;
    plan.seed = given("--seed") ? options.seed : plan.seed;
    if (given("--compress-at")) {
        plan.compressAt = options.compressAt == "context" ? CompressAt::Context : CompressAt::Prompt;
    }
    if (given("--samples")) {
        KVW_TRY(eval::readSamples(options.samples, plan));
    }
    if (given("--policy")) {
        plan.run.policies = options.run.policies;
        preset.reset();  // what the work prints is not about these
    }
    KVW_TRY_ASSIGN(plan.run.policies, withJitter(std::move(plan.run.policies), options.run.jitter));
    plan.preset = preset ? preset->name : std::string();
    takeSettings(options.run, app, plan.run);
    return plan;
}

/// Returns the text of the lane that others are compared with: the one that was named, else the full cache. The
/// settings of a lane need not be named.
Result<std::string> againstOf(const std::string& named, const EvalPlan& plan, const Catalog& catalog) {
    const std::vector<std::string>& lanes = plan.run.policies;
    if (named.empty()) {
        return fullCacheIn(lanes);
    }
    RunSpec alone = plan.run;
    alone.policies = {named};
    for (const bool typed : {false, true}) {
        KVW_TRY_ASSIGN(const auto lane, eval::lanesOf(alone, {typed, typed}, catalog));
        if (std::ranges::find(lanes, lane.front()) != lanes.end()) {
            return lane.front();
        }
    }
    return fail(Code::BadUsage, "--against", "this is no lane of the evaluation", named,
                phrase("one of %1", joined(lanes)));
}

Result<Evaluation> evaluationOf(const EvalOptions& options, const CLI::App& app, const Catalog& catalog) {
    Evaluation evaluation;
    std::optional<EvalPreset> preset;
    KVW_TRY_ASSIGN(evaluation.plan, typedPlan(options, app, preset));
    EvalPlan& plan = evaluation.plan;
    KVW_TRY_ASSIGN(evaluation.task, eval::taskOf(plan.task));
    KVW_TRY_ASSIGN(const auto text, eval::readTaskText(evaluation.task->info(), plan.task));
    plan.task = text.text;
    // The plan of a folder has the settings of every lane in its text.
    const bool resumes = !options.resumed.empty();
    const eval::TypedSettings typed{resumes || app.count("--positions") > 0, resumes || app.count("--prefill") > 0};
    KVW_TRY_ASSIGN(plan.run.policies, eval::lanesOf(plan.run, typed, catalog));
    evaluation.table.policies = plan.run.policies;
    const std::string named = !options.against.empty() ? options.against
                              : !plan.against.empty()  ? plan.against
                              : preset                 ? preset->against
                                                       : std::string();
    KVW_TRY_ASSIGN(evaluation.table.against, againstOf(named, plan, catalog));
    plan.against = named.empty() ? std::string() : evaluation.table.against;
    evaluation.table.published = eval::publishedFor(plan);
    Sweep lanes;
    for (const std::string& policy : plan.run.policies) {
        KVW_TRY_ASSIGN(const auto chain, parseChain(policy));
        lanes.policies.push_back(chain.policy);
    }
    evaluation.works = sweepWorks(lanes, catalog);
    evaluation.folder = resumes ? options.resumed : options.folder;
    if (evaluation.folder.empty()) {
        std::error_code ignored;
        evaluation.folder = fs::temp_directory_path(ignored) / fmt::format("kvw-eval-{}", ::getpid());
        evaluation.temporary = true;
        fs::remove_all(evaluation.folder, ignored);
    }
    return evaluation;
}

std::string modelNameOf(const EvalPlan& plan) {
    const fs::path model = plan.run.model.lexically_normal();
    return model.empty()          ? "the embedded model"
           : model.has_filename() ? model.filename().string()
                                  : model.parent_path().filename().string();
}

std::string captionOf(const Evaluation& evaluation) {
    const EvalPlan& plan = evaluation.plan;
    const std::string model = modelNameOf(plan);
    std::string text = fmt::format("{} ({}), {}, seed {}", evaluation.task->info().title, plan.task, model, plan.seed);
    text += plan.compressAt == CompressAt::Context ? ", the context compressed without the question" : "";
    text += plan.limit >= 0 ? fmt::format(", at most {} samples of each subset", plan.limit) : "";
    text += plan.first > 0 || plan.last >= 0 ? fmt::format(", samples {}", eval::samplesText(plan)) : "";
    return evaluation.table.against.empty() ? text : text + ", differences from " + evaluation.table.against;
}

/// Returns the figures that the results have: maps over length and depth, times over the length of the prompt, and the
/// running perplexity.
std::vector<FigureSpec> evalFigures(const Evaluation& evaluation, const std::vector<EvalRecord>& records, bool timed) {
    const eval::TaskInfo& info = evaluation.task->info();
    const std::vector<std::string>& policies = evaluation.table.policies;
    std::vector<FigureSpec> drawn = eval::factMaps(records, info, policies);
    if (timed) {
        drawn.push_back(eval::factLines(records, info, policies, {"total_s", "total time", "s"}));
        drawn.push_back(eval::factLines(records, info, policies, {"tpot_ms", "time per token", "ms"}));
    }
    drawn.push_back(eval::runningLines(records, info, policies));
    const EvalPlan& plan = evaluation.plan;
    for (FigureSpec& figure : drawn) {
        // Figures show the origin, so it must not contain the folders of this machine.
        figure.provenance = {{"model", modelNameOf(plan)},
                             {"policy", joined(policies, "; ")},
                             {"task", plan.task},
                             {"seed", std::to_string(plan.seed)}};
    }
    return drawn;
}

/// Writes tables, figures and `results.json`. `page`: gets the table for a terminal, also if the disk is full.
Result<void> writeTables(const Evaluation& evaluation, const std::vector<EvalRecord>& records,
                         const std::vector<eval::EvalRow>& rows, const EvalEnd& end, tables::Table& page) {
    const fs::path& folder = evaluation.folder;
    ordered_json environment = end.environment;
    if (environment.is_null()) {  // nothing was run now
        constexpr std::size_t kMostBytes = std::size_t{64} << 20;
        if (const auto there = readJsonFile(folder / "results.json", kMostBytes)) {
            environment = member(*there, "environment");
        }
    }
    const eval::TaskInfo& info = evaluation.task->info();
    const std::string caption = captionOf(evaluation), &against = evaluation.table.against;
    page = eval::evalPage(rows, info, caption);
    tables::Table numbers = eval::evalNumbers(rows, info);
    const auto machines = eval::timedMachines(records, against, evaluation.table.published);
    if (!machines.empty()) {  // the only one: results of another are refused
        page = eval::timingPage(machines.front(), caption, against);
        numbers = eval::timingNumbers(machines.front());
    }
    page.works = evaluation.works;
    const auto rowJson = [](const eval::EvalRow& row) { return eval::toJson(row); };
    const ordered_json results{{"format", "kvw-eval-results-1"},
                               {"plan", eval::toJson(evaluation.plan)},
                               {"command", eval::evalCommand(evaluation.plan, evaluation.folder)},
                               {"score", info.score},
                               {"against", orNull(against)},
                               {"samples", end.samples},
                               {"malformed", end.malformed},
                               {"environment", environment},
                               {"rows", jsonList(rows, rowJson)}};
    KVW_TRY(writeSmallFile(folder / "results.json", results));
    KVW_TRY(writeSmallText(folder / "table.csv", tables::toCsv(numbers)));
    KVW_TRY(writeSmallText(folder / "table.tex", tables::toLatex(page, "tab:" + info.name)));
    KVW_TRY(writeSmallText(folder / "table.md", tables::toMarkdown(page)));
    for (const FigureSpec& figure : evalFigures(evaluation, records, !machines.empty())) {
        if (!figure.panels.empty() && !figure.panels.front().empty()) {
            KVW_TRY(writeSmallText(folder / (figure.id + ".json"), dumped(figures::toJson(figure))));
            KVW_TRY(writeSmallText(folder / (figure.id + ".csv"), figures::toCsv(figure)));
        }
    }
    return {};
}

/// Prints the problems of lanes, each sentence once with its number.
void printFailures(const std::vector<EvalRecord>& records) {
    std::vector<std::pair<std::string, std::int64_t>> said;
    for (const EvalRecord& record : records) {
        if (!record.failed()) {
            continue;
        }
        const std::string sentence = oneLine(record.policy) + ": " + oneLine(record.problem.english());
        const auto same = std::ranges::find(said, sentence, &std::pair<std::string, std::int64_t>::first);
        if (same != said.end()) {
            ++same->second;
        } else {
            said.emplace_back(sentence, 1);
        }
    }
    for (const auto& [sentence, times] : said) {
        std::fprintf(stderr, "error: %s%s\n", sentence.c_str(),
                     times > 1 ? fmt::format(" ({} samples)", times).c_str() : "");
    }
}

Result<void> runSamples(const EvalOptions& options, const Evaluation& evaluation, eval::EvalFile& file,
                        const Catalog& catalog, const EventLines& events, EvalEnd& end) {
    const Interrupt interrupt("\nStopped at once; the samples that were done are kept.\n");
    ProgressLine line(!options.run.quiet);
    line.begin("eval");
    EvalWatch watch;
    watch.progress = [&line](std::int64_t done, std::int64_t total) { line.update({done, total, "samples"}); };
    watch.warning = [&](const Phrase& sentence) {
        line.clear();
        if (!options.run.quiet) {
            warn(sentence.english());
        }
        events.emitEvent("warning", {{"message", sentence.english()}, {"phrase", phraseJson(sentence)}});
    };
    watch.sample = [&](const std::vector<EvalRecord>& records, std::int64_t done, std::int64_t total) {
        events.emitEvent("sample",
                         {{"done", done},
                          {"total", total > 0 ? ordered_json(total) : ordered_json(nullptr)},
                          {"records", jsonList(records, [](const EvalRecord& each) { return eval::toJson(each); })}});
        line.update({done, total, "samples"});
    };
    watch.started = [&](const RunDescription& run) {
        return eval::keepModelOf(evaluation.folder, run.model.hash, run.tokenizerHash);
    };
    return runEval(evaluation.plan, file, catalog, interrupt, watch, end);
}

/// Refuses a plan that its task cannot follow, and warns of what has no effect.
Result<void> checkPlan(const EvalPlan& plan, const eval::TaskInfo& info) {
    if (info.needsData && plan.data.empty()) {
        return fail(Code::BadUsage, "--data", phrase("the task %1 needs its data", info.name), {}, info.description);
    }
    std::error_code ignored;
    if (!plan.data.empty() && !fs::exists(plan.data, ignored)) {
        return fail(Code::BadUsage, "--data", "there is no such file or folder", plan.data.string());
    }
    if (!plan.data.empty() && !info.takesData) {
        warn(fmt::format("The task {} makes its samples; --data has no effect.", info.name));
    }
    if (plan.compressAt == CompressAt::Context && !info.hasQuestions) {
        return fail(Code::BadUsage, "--compress-at",
                    phrase("the task %1 has no questions, so a context cannot be compressed without one", info.name),
                    std::string("context"), std::string("prompt"));
    }
    return {};
}

Result<Exit> evaluate(const EvalOptions& options, const CLI::App& app) {
    if (options.list) {
        return listAll(options);
    }
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    KVW_TRY_ASSIGN(const auto evaluation, evaluationOf(options, app, catalog));
    KVW_TRY(checkPlan(evaluation.plan, evaluation.task->info()));
    KVW_TRY_ASSIGN(auto file, eval::EvalFile::open(evaluation.folder));
    KVW_TRY(eval::keepEvalPlan(evaluation.folder, evaluation.plan));
    const EventLines events(options.events);
    if (file.droppedTornLine()) {
        warn("The last line of results.jsonl was torn; its sample is run again.");
    }
    events.emitEvent("plan", {{"task", evaluation.plan.task},
                              {"policies", evaluation.plan.run.policies},
                              {"folder", evaluation.folder.string()},
                              {"known", file.records().size()}});
    EvalEnd end;
    auto ended = runSamples(options, evaluation, file, catalog, events, end);
    const std::vector<EvalRecord>& records = file.records();
    if (!ended && records.empty()) {
        if (options.resumed.empty()) {
            eval::forgetEvalPlan(evaluation.folder);
        }
        return tl::unexpected(std::move(ended).error());
    }
    KVW_TRY_ASSIGN(const auto rows, eval::evalRows(records, evaluation.task->info(), evaluation.table));
    tables::Table page;
    if (auto written = writeTables(evaluation, records, rows, end, page); !written && ended) {
        ended = tl::unexpected(std::move(written).error());
    }
    const auto rowJson = [](const eval::EvalRow& row) { return eval::toJson(row); };
    events.emitEvent("table", {{"rows", jsonList(rows, rowJson)}, {"malformed", end.malformed}});
    const bool failed = std::ranges::any_of(records, &EvalRecord::failed);
    Phrase told;
    if (!ended) {
        told = phrase("%1; the samples that are done are kept, the same command goes on with the others.",
                      ended.error().clause());
        std::fprintf(stderr, "%s\n", oneLine(told.english()).c_str());
    } else if (end.malformed > 0) {
        warn(end.malformed == 1 ? "One malformed record was skipped."
                                : fmt::format("{} malformed records were skipped.", end.malformed));
    }
    const char* const state = ended ? "finished" : ended.error().code == Code::Cancelled ? "stopped" : "failed";
    if (options.run.json) {
        print(dumped({{"command", "eval"},
                      {"state", state},
                      {"message", told.english()},
                      {"task", evaluation.plan.task},
                      {"out", evaluation.temporary ? ordered_json(nullptr) : ordered_json(evaluation.folder.string())},
                      {"samples", end.samples},
                      {"malformed", end.malformed},
                      {"rows", jsonList(rows, rowJson)}}));
    } else if (!options.run.quiet && !options.events) {
        print(toText(page));
    }
    printFailures(records);
    events.emitEvent("end", {{"state", state}, {"message", oneLine(told.english())}, {"phrase", phraseJson(told)}});
    return ended && !failed ? Exit::Good : Exit::Failed;
}

}  // namespace

void addEval(Commands& commands) {
    const auto [app, options] = commands.add<EvalOptions>(
        "eval", "Score policies on the samples of a task; writes a line per sample and lane, and tables",
        "  kvw eval --list\n"
        "  kvw eval probes --policy full --policy streaming --policy snapkv:capacity=64\n"
        "  kvw eval passkey --policy snapkv --policy cake --compress-at context --limit 5 --out passkey\n"
        "  kvw eval perplexity --data pg19 --model DIR --policy full --policy streaming:recent=2044 --out pg19-sinks\n"
        "  kvw eval longbench --data LongBench --model DIR --policy full --policy snapkv:capacity=1024 --out "
        "longbench\n"
        "  kvw eval --resume longbench --against full\n",
        evaluate);
    options.run.compare = true;
    options.run.declare(app);
    constexpr std::array kOfLanes{"--help",     "--model",     "--policy",    "--device",  "--dtype",
                                  "--kv-dtype", "--positions", "--rank-keys", "--prefill", "--jitter",
                                  "--threads",  "--json",      "--quiet"};
    for (CLI::Option* option : app.get_options()) {
        if (std::ranges::find(kOfLanes, option->get_name()) == kOfLanes.end()) {
            app.remove_option(option);
        }
    }
    app.get_option("--policy")->required(false);
    addOption(app, "task", options.task, "task, with its options: TASK:option=value,option=value (--list)",
              anyText("TASK"));
    auto* list = app.add_flag("--list", options.list, "list the tasks, or one, with their options, and the presets");
    addOption(app, "--preset", options.preset, "table of a published work: task, lanes and settings", anyText("NAME"))
        ->excludes(list);
    addOption(app, "--data", options.data, "folder of the task's data, as published", somePath().named("DIR"));
    addOption(app, "--limit", options.limit, "most samples of each subset", wholeNumber(1));
    addOption(app, "--samples", options.samples, "samples a to b - 1 of the task's order, counted from 0",
              anyText("a:b"));
    addSetting(app, "--seed", options.seed, "seed of samples that are made or drawn", wholeNumber(0));
    addSetting(app, "--compress-at", options.compressAt,
               "prompt: policies see the question; context: they select from the context, then the question is read",
               oneOf({"prompt", "context"}));
    addOption(app, "--against", options.against,
              "lane that others are compared with on the same samples; default: the full cache", anyText("LANE"));
    addOption(app, "--out", options.folder, "folder of the results; samples that it has are not run again",
              somePath().named("DIR"));
    addOption(app, "--resume", options.resumed, "continue the evaluation in this folder, as it was started",
              somePath().named("DIR"));
    app.add_flag("--events", options.events, "print events as they happen, one JSON object per line");
}

}  // namespace kvw::cli
