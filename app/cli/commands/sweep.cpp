// SPDX-License-Identifier: Apache-2.0
/// `kvw sweep`: runs the points of a plan, with a bundle per point and one table of all. Finished points are not run
/// again.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/report/event_lines.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/folder_lock.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/run/slurm_executor.h"
#include "app/cli/run/sweep_options.h"
#include "app/cli/run/sweep_points.h"
#include "app/cli/run/worker_pool.h"
#include "core/base/comma_list.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_value.h"
#include "core/base/json/phrase_json.h"
#include "core/base/process/processor.h"
#include "core/eval/sweep_figures.h"
#include "core/eval/sweep_file.h"
#include "core/eval/sweep_halving.h"
#include "core/eval/sweep_memory.h"
#include "core/eval/sweep_table.h"
#include "core/figures/figure_io.h"
#include "core/figures/pivot_table.h"
#include "core/figures/print/parameter_symbols.h"
#include "core/figures/tables.h"
#include "core/session/spec/command_line.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

/// A sweep, its points and the results known so far.
struct Plan {
    fs::path folder;
    Sweep sweep;
    std::vector<std::string> names;
    std::vector<SweepPoint> points;
    std::vector<std::optional<SweepRow>> rows;  ///< [points]
    std::string works;                          ///< BibTeX
    std::string pivot;                          ///< as typed; empty: no pivot table
    figures::ParameterSymbols symbols;          ///< those that tables are to have

    [[nodiscard]] std::size_t runs() const { return plannedRuns(sweep, points); }
    [[nodiscard]] std::size_t known() const {
        return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [](const auto& row) { return !!row; }));
    }
};

tables::PivotChoice pivotOf(const Plan& plan) {
    return tables::pivotChoice(plan.pivot, describe(SweepNumber::DeltaNll).name);
}

/// Progress events for watching programs: one JSON object per line.
class Events : public EventLines {
 public:
    using EventLines::EventLines;
    void row(const Plan& plan, std::size_t index) const {
        const SweepRow& row = *plan.rows[index];
        emitEvent("row", {{"index", index}, {"row", toJson(plan.names, row)}, {"problem", phraseJson(row.problem)}});
    }
};

/// Refuses a pivot table that the sweep cannot have, before anything is run.
Result<void> checkPivot(const Plan& plan) {
    const std::vector<SweepNumber> numbers = sweepTableNumbers();
    const tables::PivotChoice choice = pivotOf(plan);
    const std::vector<std::string> axes = groupAxes(plan.names);
    if (plan.pivot.empty()) {
        return {};
    }
    if (axes.size() < 2 || std::find(axes.begin(), axes.end(), choice.columns) == axes.end()) {
        return fail(Code::BadUsage, "--pivot", "there is no such axis among two or more", '"' + choice.columns + '"',
                    joined(axes));
    }
    if (std::none_of(numbers.begin(), numbers.end(),
                     [&choice](SweepNumber number) { return choice.value == describe(number).name; })) {
        return fail(Code::BadUsage, "--pivot", "there is no such number", '"' + choice.value + '"',
                    joined(numbers, ", ", [](SweepNumber number) { return std::string(describe(number).name); }));
    }
    return {};
}

Result<Plan> planOf(const SweepOptions& options, const CLI::App& app, const Catalog& catalog) {
    Plan plan;
    KVW_TRY_ASSIGN(plan.sweep, options.sweep(app, catalog));
    KVW_TRY_ASSIGN(plan.points, sweepPoints(plan.sweep, catalog));
    plan.folder = options.resumed.empty() ? options.folder : options.resumed;
    plan.names = axisNames(plan.sweep);
    plan.works = sweepWorks(plan.sweep, catalog);
    plan.pivot = options.pivot;
    if (options.symbols) {
        plan.symbols = figures::symbolsOf(catalog, plan.sweep.policies);
    }
    return checkPivot(plan).map([&] { return std::move(plan); });
}

/// Returns whether the folder holds exactly this sweep.
bool isPlanOf(const fs::path& folder, const Sweep& sweep) {
    const auto there = readSweep(folder);
    return there && toJson(*there) == toJson(sweep);
}

Result<void> readKnown(Plan& plan, const Events& events) {
    const bool resumed = isPlanOf(plan.folder, plan.sweep);
    for (const SweepPoint& point : plan.points) {
        KVW_TRY_ASSIGN(auto known, lookUpPoint(plan.folder, point, resumed));
        if (!known.changed.empty()) {
            const Phrase told = phrase("%1 This point is run again.", known.changed);
            warn(told.english());
            events.emitEvent("warning",
                             {{"index", plan.rows.size()}, {"message", told.english()}, {"phrase", phraseJson(told)}});
        }
        plan.rows.push_back(std::move(known.row));
    }
    return {};
}

/// Returns all known rows in the order of the points, with the Pareto fronts marked.
std::vector<SweepRow> rowsOf(const Plan& plan) {
    std::vector<SweepRow> rows;
    for (const auto& row : plan.rows) {
        if (row) {
            rows.push_back(*row);
        }
    }
    separateStages(plan.sweep, rows);
    markFronts(plan.names, rows);
    return rows;
}

std::string caption(const Plan& plan) {
    const RunSpec& base = plan.sweep.base;
    return fmt::format("Sweep over {}{}", fmt::join(plan.names, ", "),
                       hasAxis(plan.sweep, kTextAxis) ? std::string()
                       : base.textFile.empty()        ? " of a prompt"
                                                      : " of " + base.textFile.stem().string());
}

Result<void> writeResults(const Plan& plan) {
    const std::vector<SweepRow> rows = rowsOf(plan);
    tables::Table table = sweepTable(plan.names, rows, caption(plan));
    table.works = plan.works;
    auto pivot = plan.pivot.empty()
                     ? Result<tables::Table>()
                     : tables::pivoted(table, groupAxes(plan.names), pivotOf(plan), caption(plan));
    figures::writeSymbols(table, plan.symbols);
    std::vector<std::pair<std::string, std::string>> files{
        {"results.csv", sweepCsv(plan.names, rows)},
        {"table.csv", tables::toCsv(sweepMeans(plan.names, rows))},
        {"table.tex", tables::toLatex(table, "tab:sweep")},
        {"table.md", tables::toMarkdown(table)},
    };
    if (!pivot && !rows.empty()) {
        warn(pivot.error().sentence());
    }
    if (pivot && !plan.pivot.empty()) {
        figures::writeSymbols(*pivot, plan.symbols);
        for (const char* format : {"csv", "tex", "md"}) {
            files.emplace_back(std::string("table-pivot.") + format,
                               tables::inFormat(*pivot, format, "tab:sweep-pivot"));
        }
    }
    // With halving, the maps show all points with few steps, the fronts the longest runs.
    std::vector<FigureSpec> drawn = sweepMaps(plan.names, rowsOfStage(plan.sweep, rows, false));
    const std::vector<SweepRow> longest = rowsOfStage(plan.sweep, rows, true);
    drawn.push_back(sweepFront(plan.names, longest));
    drawn.push_back(sweepFront(plan.names, longest, SweepNumber::TpotMs));
    std::vector<std::size_t> done;
    for (std::size_t i = 0; i < plan.rows.size(); ++i) {
        if (plan.rows[i] && plan.rows[i]->problem.empty()) {
            done.push_back(i);
        }
    }
    const auto origin = sweepOrigin(plan.sweep, plan.folder, onePerPolicy(plan.points, done));
    for (FigureSpec& figure : drawn) {
        figure.provenance = origin;
        if (!figure.panels.front().empty()) {
            files.emplace_back(figure.id + ".json", dumped(figures::toJson(figure)));
            files.emplace_back(figure.id + ".csv", figures::toCsv(figure));
        }
    }
    for (const auto& [name, text] : files) {
        KVW_TRY(writeSmallText(plan.folder / name, text));
    }
    return {};
}

std::string pointsText(const std::vector<std::string>& names, nlohmann::ordered_json rows) {
    for (nlohmann::ordered_json& row : rows) {
        row["outcome"] =
            row["problem"].is_null() ? nlohmann::ordered_json(row["front"].get<bool>() ? "front" : "") : row["problem"];
    }
    std::vector<tables::Column> columns;
    for (const std::string& name : names) {
        columns.push_back(memberColumn("/values/" + name, name));
    }
    columns.insert(
        columns.end(),
        {memberColumn("/mean_nll", "mean NLL", decimals<4>), memberColumn("/delta_nll", "ΔNLL", decimals<4, true>),
         memberColumn("/mean_kl", "KL", decimals<4>), memberColumn("/answers_nll", "answers", decimals<4>),
         memberColumn("/bytes_live", "live", sizeText), memberColumn("/held_share", "of full", shareText),
         memberColumn("/tpot_ms", "ms/token", decimals<2>), lineColumn("/outcome")});
    return toText(tableOf(rows, std::move(columns)));
}

/// Returns the threads of each worker: as requested, else an equal share of the cores.
int threadsOf(const SweepOptions& options, const Plan& plan, std::size_t workers) {
    if (options.run.typed.threads > 0 || plan.sweep.base.threads > 0) {
        return options.run.typed.threads > 0 ? options.run.typed.threads : plan.sweep.base.threads;
    }
    return std::max(1, defaultThreads() / static_cast<int>(workers));
}

/// Gives jobs to worker processes here, as many at a time as are wanted and fit.
Result<void> runHere(const SweepOptions& options, const Plan& plan, const std::vector<std::size_t>& missing,
                     const std::vector<std::string>& jobs, const Catalog& catalog, JobEvents& jobEvents) {
    MemoryEstimate estimate(catalog);
    std::vector<std::int64_t> bytes;
    for (const std::size_t point : missing) {
        bytes.push_back(estimate.bytesOf(plan.points[point].spec));
    }
    const std::size_t workers = std::min(static_cast<std::size_t>(options.workers), jobs.size());
    jobEvents.bytes = [&](std::size_t job) { return bytes[job]; };
    jobEvents.limit = options.memory << 20;
    jobEvents.waits = [&](std::size_t running, std::int64_t needed, std::int64_t left) {
        warn(phrase("%1 of %2 workers run: another needs about %3 of memory, and %4 are left.", running, workers,
                    bytesText(needed), bytesText(std::max<std::int64_t>(0, left)))
                 .english());
    };
    const std::vector<std::string> words{"sweep",     "--worker",
                                         "--out",     fs::absolute(plan.folder).string(),
                                         "--threads", std::to_string(threadsOf(options, plan, workers))};
    return runJobs(words, jobs, workers, jobEvents);
}

/// Gives jobs to Slurm.
Result<void> runThere(const SlurmChoice& choice, const Plan& plan, const std::vector<std::size_t>& missing,
                      const std::vector<std::string>& jobs, const JobEvents& jobEvents) {
    std::vector<SlurmJob> named;
    for (std::size_t job = 0; job < jobs.size(); ++job) {
        named.push_back({plan.points[missing[job]].id, jobs[job]});
    }
    return runOnSlurm(plan.folder, choice, named, jobEvents);
}

/// Runs some points. Rows finished before an error stay in the plan. Errors: Cancelled, and those that keep every point
/// from running.
Result<void> runPoints(const SweepOptions& options, Plan& plan, const std::vector<std::size_t>& missing,
                       const Catalog& catalog, const Events& events) {
    KVW_TRY_ASSIGN(const auto slurm, parseExecutor(options.executor));
    std::vector<std::string> jobs;
    for (const std::size_t point : missing) {
        jobs.push_back(jobLine(plan.points[point]));
    }
    const Interrupt interrupt("\nStopped at once; the runs that were done are kept.\n");
    ProgressLine line(!options.run.quiet);
    line.begin("sweep");
    std::int64_t done = 0;
    std::optional<Error> refused;
    const auto report = [&](std::size_t job, SweepRow row) {
        plan.rows[missing[job]] = std::move(row);
        ++done;
        events.row(plan, missing[job]);
    };
    std::map<std::size_t, Phrase> first;  ///< how the first attempt of a job ended
    JobEvents jobEvents;
    jobEvents.started = [&](std::size_t job) { events.emitEvent("started", {{"index", missing[job]}}); };
    jobEvents.answered = [&](std::size_t job, const std::string& text) {
        const auto answer = answerOf(plan.points[missing[job]], text);
        if (answer && answer->row) {
            SweepRow row = *answer->row;
            if (const auto before = first.find(job); before != first.end() && !row.problem.empty()) {
                row.problem = phrase("The process of this run %1. The second time: %2", before->second, row.problem);
            }
            report(job, std::move(row));
            return true;
        }
        refused = Error{answer && answer->cancelled ? Code::Cancelled : Code::Io,
                        answer ? answer->error : phrase("a worker gave an invalid answer"),
                        {},
                        {},
                        {}};
        return false;
    };
    jobEvents.again = [&](std::size_t job, const Phrase& how) { first[job] = how; };
    jobEvents.died = [&](std::size_t job, const Phrase& how) {
        const SweepPoint& point = plan.points[missing[job]];
        SweepRow row{point.id, point.policy, point.values};
        row.problem = phrase("The process of this run %1.", how);
        report(job, std::move(row));
    };
    jobEvents.stopped = [&] {
        line.update({done, static_cast<std::int64_t>(jobs.size()), "runs"});
        return interrupt.requested();
    };
    const auto ran = slurm ? runThere(*slurm, plan, missing, jobs, jobEvents)
                           : runHere(options, plan, missing, jobs, catalog, jobEvents);
    return !ran ? ran : refused ? Result<void>(tl::unexpected(*refused)) : Result<void>();
}

/// Returns the points that are to be run now.
std::vector<std::size_t> missingPoints(const Plan& plan, const std::vector<SweepFate>& fates) {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < plan.points.size(); ++i) {
        if (fates[i] == SweepFate::Run && !plan.rows[i]) {
            missing.push_back(i);
        }
    }
    return missing;
}

/// Runs the missing points, stage by stage of a halving. Errors: those of runPoints.
Result<void> runMissing(const SweepOptions& options, Plan& plan, const Catalog& catalog, const Events& events) {
    std::vector<SweepFate> told(plan.points.size(), SweepFate::Open);
    while (true) {
        const std::vector<SweepFate> fates = sweepFates(plan.sweep, plan.points, plan.rows);
        for (std::size_t i = 0; i < fates.size(); ++i) {
            if (fates[i] == SweepFate::LeftOut && told[i] != SweepFate::LeftOut) {
                events.emitEvent("left-out", {{"index", i}});
            }
        }
        told = fates;
        const std::vector<std::size_t> missing = missingPoints(plan, fates);
        if (missing.empty()) {
            forgetSlurm(plan.folder);
            return {};
        }
        KVW_TRY(runPoints(options, plan, missing, catalog, events));
    }
}

/// Prints the commands of the runs that are certain, and the stages of a halving.
void printRuns(const Plan& plan) {
    const std::vector<SweepFate> fates = sweepFates(plan.sweep, plan.points, plan.rows);
    for (std::size_t i = 0; i < plan.points.size(); ++i) {
        if (fates[i] == SweepFate::Run) {
            print(oneLine(commandLine(plan.points[i].spec)) + '\n');
        }
    }
    if (std::count(fates.begin(), fates.end(), SweepFate::Open) > 0) {
        print(fmt::format("The runs of later stages follow from the results; the best by {} go on.\n",
                          plan.sweep.halving.by));
    }
}

/// Prints the problems of all rows, even with --quiet.
void printProblems(const std::vector<SweepRow>& rows) {
    for (const SweepRow& row : rows) {
        if (!row.problem.empty()) {
            std::fprintf(stderr, "error: %s: %s\n", oneLine(row.id).c_str(), oneLine(row.problem.english()).c_str());
        }
    }
}

void printReport(const SweepOptions& options, const Plan& plan, const std::vector<SweepRow>& rows) {
    const auto list = jsonList(rows, [&plan](const SweepRow& row) { return toJson(plan.names, row); });
    if (options.run.json) {
        print(dumped({{"command", "sweep"}, {"runs", plan.runs()}, {"rows", list}}));
    } else if (!options.run.quiet && !options.events) {
        print(pointsText(plan.names, list));
    }
}

/// Estimates the remaining time from the mean time of the finished runs.
std::string timeLeft(const Plan& plan, std::int64_t workers) {
    std::vector<double> seconds;
    for (const auto& row : plan.rows) {
        seconds.push_back(row ? row->seconds : kMissing);
    }
    const double each = spreadOf(seconds).mean;
    const double left =
        each * static_cast<double>(plan.runs() - std::min(plan.runs(), plan.known())) / static_cast<double>(workers);
    return std::isfinite(left) && left > 0 ? fmt::format(", about {} s to go", std::max(1L, std::lround(left))) : "";
}

Result<Exit> sweep(const SweepOptions& options, const CLI::App& app) {
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    if (options.worker && !options.task.empty()) {
        return workOnTask(options.folder, options.task, options.index, catalog, options.run.typed.threads);
    }
    if (options.worker) {
        return workOn(options.folder, catalog, options.run.typed.threads);
    }
    KVW_TRY_ASSIGN(const auto slurm, parseExecutor(options.executor));
    if (slurm && !options.dryRun) {
        KVW_TRY(Slurm::find());
    }
    KVW_TRY_ASSIGN(auto plan, planOf(options, app, catalog));
    std::optional<FolderLock> lock;
    if (!options.dryRun) {
        KVW_TRY_ASSIGN(auto taken, FolderLock::take(plan.folder));
        lock.emplace(std::move(taken));
    }
    const Events events(options.events);
    KVW_TRY(readKnown(plan, events));
    if (options.resumed.empty()) {
        KVW_TRY(checkRunsKept(plan.folder, plan.sweep, plan.points, catalog));
    }
    events.emitEvent("plan", {{"runs", plan.runs()}, {"known", plan.known()}, {"axes", plan.names}});
    for (std::size_t i = 0; i < plan.rows.size(); ++i) {
        if (plan.rows[i]) {
            events.row(plan, i);
        }
    }
    const std::string words = fmt::format("{} runs, {} of them already in {}{}", plan.runs(), plan.known(),
                                          oneLine(plan.folder.string()), timeLeft(plan, options.workers));
    if (options.dryRun) {
        events.emitEvent("end", {{"state", "planned"}, {"message", ""}});
        if (!options.events) {
            print(words + '\n');
            printRuns(plan);
        }
        return Exit::Good;
    }
    if (!slurm && !missingPoints(plan, sweepFates(plan.sweep, plan.points, plan.rows)).empty()) {
        KVW_TRY(checkNotOnSlurm(plan.folder));
    }
    if (!options.run.quiet) {
        std::fprintf(stderr, "%s\n", words.c_str());
    }
    if (options.resumed.empty()) {
        KVW_TRY(writeSweep(plan.folder, plan.sweep));
    }
    Result<void> ended = runMissing(options, plan, catalog, events);
    // A full disk ends the runs and keeps the tables from being written; the first sentence says how to go on.
    if (auto written = writeResults(plan); !written && ended) {
        ended = std::move(written);
    }
    const std::vector<SweepRow> rows = rowsOf(plan);
    printReport(options, plan, rows);
    printProblems(rows);
    const bool good =
        ended && std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.problem.empty(); });
    Phrase told;
    if (!ended) {
        told = phrase("%1; %2 of %3 runs are done, the same command goes on with the others.", ended.error().clause(),
                      rows.size(), plan.runs());
        std::fprintf(stderr, "%s\n", oneLine(told.english()).c_str());
    }
    const bool stopped = !ended && ended.error().code == Code::Cancelled;
    events.emitEvent("end", {{"state", ended     ? "finished"
                                       : stopped ? "stopped"
                                                 : "failed"},
                             {"message", oneLine(told.english())},
                             {"phrase", phraseJson(told)}});
    return good ? Exit::Good : Exit::Failed;
}

}  // namespace

void addSweep(Commands& commands) {
    const auto [app, options] = commands.add<SweepOptions>(
        "sweep",
        "Run a grid over settings, or other points, each beside the full cache; writes a bundle per point and one "
        "table",
        "  kvw sweep --policy snapkv --axis capacity=64:512:x2 --axis window=8,32 --text needle --out snapkv-grid\n"
        "  kvw sweep --policy streaming --policy h2o:recent=64 --axis seed=0,1,2 --mode generate --steps 64 --out "
        "seeds\n"
        "  kvw sweep --policy streaming --axis recent=64:512:64 --out recent --dry-run\n"
        "  kvw sweep --policy snapkv --policy h2o --axis budget=10%,25%,50% --axis text=story,needle --out budgets\n"
        "  kvw sweep --policy snapkv --axis capacity=32:512:8 --axis window=4:32:4 --random 40 --seed 1 --out some\n"
        "  kvw sweep --policy snapkv --axis capacity=64:512:64 --steps 256 --halving 4 --out best\n"
        "  kvw sweep --points points.csv --text needle --out listed\n"
        "  kvw sweep --resume recent --workers 4\n"
        "  kvw sweep --resume recent --executor slurm:partition=short,time=30,mem=8G\n",
        sweep);
    options.declare(app);
}

}  // namespace kvw::cli
