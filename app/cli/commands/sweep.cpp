// SPDX-License-Identifier: Apache-2.0
/// `kvw sweep`: a grid over parameters, a bundle per point, one table of all. What is there already is not run again.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_line.h"
#include "app/cli/run_driver.h"
#include "app/cli/text_table.h"
#include "app/cli/write_file.h"
#include "core/bundle/bundle.h"
#include "core/bundle/figure_io.h"
#include "core/decode/command_line.h"
#include "core/decode/engine.h"
#include "core/eval/sweep_results.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Options {
    RunOptions run;
    std::vector<std::string> axes;
    fs::path folder;
    bool dryRun = false;
};

fs::path bundleOf(const Options& options, const SweepPoint& point) {
    return options.folder / "runs" / point.id;
}

/// The row of a point whose bundle is there; none: it has to be run. Errors: BadUsage, if the bundle is of another run.
Result<std::optional<SweepRow>> knownRow(const Options& options, const SweepPoint& point) {
    const fs::path path = bundleOf(options, point);
    std::error_code ignored;
    if (!fs::exists(path, ignored)) {
        return std::nullopt;
    }
    const auto recording = readBundle(path);
    if (!recording) {
        return tl::unexpected(recording.error());
    }
    const std::string wanted = commandLine(point.spec), found = (*recording)->description().commandLine;
    if (found != wanted) {
        return fail(Code::BadUsage, path.string(), "this is the bundle of another run", found,
                    wanted + "; choose another --out folder");
    }
    return sweepRow(point, **recording);
}

/// One point from start to bundle. A run that fails is a row with its sentence; errors: Cancelled, and what keeps every
/// point from running (no model, disk full).
Result<SweepRow> runPoint(const Options& options, const SweepPoint& point, Engine& engine, const Catalog& catalog,
                          const Interrupt& interrupt, ProgressLine& line) {
    const auto run = engine.start(point.spec, catalog, [&line](const Progress& progress) { line.update(progress); });
    if (!run) {
        if (run.error().code != Code::BadUsage && run.error().code != Code::Policy) {
            return tl::unexpected(run.error());
        }
        SweepRow row{point.id, point.policy, point.values};
        row.problem = run.error().sentence();
        return row;
    }
    const Result<void> ended = runToEnd(**run, interrupt, line);
    if (!ended && ended.error().code == Code::Cancelled) {
        return tl::unexpected(ended.error());
    }
    const std::shared_ptr<Recording> recording = (*run)->recording();
    const bool good = ended && !anyLaneFailed(*recording);
    (*run)->close(good ? RunState::Finished : RunState::Failed, ended ? std::string() : ended.error().sentence());
    SweepRow row = sweepRow(point, *recording);
    if (!row.problem.empty()) {
        return row;
    }
    BundleOptions how;
    how.figures = false;
    if (auto written = writeBundle(*recording, bundleOf(options, point), how); !written) {
        return tl::unexpected(written.error());
    }
    return row;
}

Result<void> writeResults(const Options& options, const std::vector<std::string>& names,
                          const std::vector<SweepRow>& rows) {
    auto done = writeFile(options.folder / "results.csv", sweepCsv(names, rows));
    for (const FigureSpec& figure : {sweepFront(rows), sweepMap(names, rows)}) {
        if (done && !figure.panels.front().empty()) {
            done = writeFile(options.folder / (figure.id + ".json"), dumped(figures::toJson(figure)));
        }
        if (done && !figure.panels.front().empty()) {
            done = writeFile(options.folder / (figure.id + ".csv"), figures::toCsv(figure));
        }
    }
    return done;
}

std::string tableText(const std::vector<std::string>& names, const std::vector<SweepRow>& rows) {
    using Align = TextTable::Align;
    TextTable table(std::vector<Align>(names.size() + 6, Align::Right));
    std::vector<std::string> head = names;
    head.insert(head.end(), {"mean NLL", "ΔNLL", "KL", "answers", "live", "held", ""});
    table.add(head);
    for (const SweepRow& row : rows) {
        std::vector<std::string> cells = row.values;
        const bool there = row.problem.empty();
        cells.insert(cells.end(), {numberText(row.meanNll), numberText(row.deltaNll, 4, true), numberText(row.meanKl),
                                   numberText(row.answersNll), there ? bytesText(std::llround(row.bytesLive)) : "-",
                                   there ? fmt::format("{:.1f} %", 100 * row.heldShare) : "-",
                                   there ? (row.front ? "front" : "") : oneLine(row.problem)});
        table.add(std::move(cells));
    }
    return table.text();
}

nlohmann::ordered_json rowJson(const std::vector<std::string>& names, const SweepRow& row) {
    const auto number = [](double value) {
        return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
    };
    nlohmann::ordered_json json{{"run", row.id}, {"policy", row.policy}};
    for (std::size_t axis = 0; axis < names.size(); ++axis) {
        json["values"][names[axis]] = row.values[axis];
    }
    json["mean_nll"] = number(row.meanNll);
    json["delta_nll"] = number(row.deltaNll);
    json["mean_kl"] = number(row.meanKl);
    json["answers_nll"] = number(row.answersNll);
    json["bytes_live"] = number(row.bytesLive);
    json["held_share"] = number(row.heldShare);
    json["tpot_ms"] = number(row.tpotMs);
    json["front"] = row.front;
    json["problem"] = row.problem.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(row.problem);
    return json;
}

/// "run 3 of 12, about 40 s left"
std::string stage(std::size_t done, std::size_t total, double seconds) {
    const std::string left =
        done == 0 ? std::string()
                  : fmt::format(", about {} s left",
                                std::lround(seconds / static_cast<double>(done) * static_cast<double>(total - done)));
    return fmt::format("run {} of {}{}", done + 1, total, left);
}

/// Fills in what is missing. Errors: as runPoint; what was done by then is in `rows`.
Result<void> runMissing(const Options& options, const std::vector<SweepPoint>& points, const Catalog& catalog,
                        std::vector<std::optional<SweepRow>>& rows) {
    std::size_t missing = 0, done = 0;
    for (const auto& row : rows) {
        missing += row ? 0 : 1;
    }
    if (missing == 0) {
        return {};
    }
    const Interrupt interrupt("\nStopped at once; the runs that were done are kept.\n");
    ProgressLine line(!options.run.quiet);
    const auto engine = openEngine();
    if (!engine) {
        return tl::unexpected(engine.error());
    }
    const auto since = Clock::now();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (rows[i]) {
            continue;
        }
        if (interrupt.requested()) {
            return fail(Code::Cancelled, {}, "Stopped on request");
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - since).count();
        line.setStage(stage(done, missing, seconds));
        auto row = runPoint(options, points[i], **engine, catalog, interrupt, line);
        if (!row) {
            return tl::unexpected(row.error());
        }
        rows[i] = std::move(*row);
        ++done;
    }
    return {};
}

Result<Exit> sweep(const Options& options, const CLI::App& app) {
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    Sweep grid;
    grid.policies = options.run.policies;
    for (const std::string& text : options.axes) {
        auto axis = parseAxis(text);
        if (!axis) {
            return tl::unexpected(axis.error());
        }
        grid.axes.push_back(std::move(*axis));
    }
    auto base = options.run.spec(app, catalog);
    if (!base) {
        return tl::unexpected(base.error());
    }
    grid.base = std::move(*base);
    const auto points = sweepPoints(grid, catalog);
    if (!points) {
        return tl::unexpected(points.error());
    }
    std::vector<std::optional<SweepRow>> rows;
    std::size_t known = 0;
    for (const SweepPoint& point : *points) {
        auto row = knownRow(options, point);
        if (!row) {
            return tl::unexpected(row.error());
        }
        known += *row ? 1 : 0;
        rows.push_back(std::move(*row));
    }
    const std::string plan =
        fmt::format("{} runs, {} of them in {} already", points->size(), known, options.folder.string());
    if (options.dryRun) {
        std::printf("%s\n", plan.c_str());
        for (const SweepPoint& point : *points) {
            std::printf("%s\n", commandLine(point.spec).c_str());
        }
        return Exit::Good;
    }
    if (!options.run.quiet) {
        std::fprintf(stderr, "%s\n", plan.c_str());
    }
    const Result<void> ended = runMissing(options, *points, catalog, rows);
    std::vector<SweepRow> done;
    for (auto& row : rows) {
        if (row) {
            done.push_back(std::move(*row));
        }
    }
    markFront(done);
    const std::vector<std::string> names = axisNames(grid);
    if (auto written = writeResults(options, names, done); !written) {
        return tl::unexpected(written.error());
    }
    bool good = ended.has_value();
    if (options.run.json) {
        nlohmann::ordered_json report{
            {"command", "sweep"}, {"runs", points->size()}, {"rows", nlohmann::ordered_json::array()}};
        for (const SweepRow& row : done) {
            report["rows"].push_back(rowJson(names, row));
        }
        std::fputs(dumped(report).c_str(), stdout);
    } else if (!options.run.quiet) {
        std::fputs(tableText(names, done).c_str(), stdout);
    }
    for (const SweepRow& row : done) {
        good = good && row.problem.empty();
    }
    if (!ended) {
        std::fprintf(stderr, "%s; %zu of %zu runs are done, the same command goes on with the others.\n",
                     oneLine(ended.error().sentence()).c_str(), done.size(), points->size());
    }
    return good ? Exit::Good : Exit::Failed;
}

}  // namespace

void addSweep(Commands& commands) {
    const auto options = std::make_shared<Options>();
    options->run.compare = true;
    CLI::App* app = commands.add(
        "sweep", "Run a grid over parameters, each point beside the full cache; a bundle per point and one table",
        "  kvw sweep --policy snapkv --axis capacity=64:512:x2 --axis window=8,32 --text needle --out snapkv-grid\n"
        "  kvw sweep --policy streaming --policy h2o:recent=64 --axis seed=0,1,2 --mode generate --steps 64 --out "
        "seeds\n"
        "  kvw sweep --policy streaming --axis recent=64:512:64 --out recent --dry-run\n");
    options->run.declare(*app);
    app->remove_option(app->get_option("--out"));
    app->remove_option(app->get_option("--overwrite"));
    app->add_option("--axis", options->axes,
                    "what varies: NAME=a,b,c, NAME=first:last:step or NAME=first:last:x2; a parameter of the policies, "
                    "seed or prompt-tokens; repeat for more axes")
        ->type_name("AXIS")
        ->allow_extra_args(false);
    app->add_option("--out", options->folder, "folder of the sweep; what it has already is not run again")
        ->type_name("DIR")
        ->required();
    app->add_flag("--dry-run", options->dryRun, "print the runs, do nothing");
    commands.setAction([options, app] { return sweep(*options, *app); });
}

}  // namespace kvw::cli
