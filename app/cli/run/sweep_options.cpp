// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/sweep_options.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/cli/values.h"
#include "core/eval/sweep_file.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;

/// Returns the name of a shipped text or a stored model as it is, and any other as a whole path: a sweep goes on from
/// any folder. Errors: NotFound.
Result<std::string> fileValue(const std::string& axis, const std::string& value) {
    std::error_code error;
    if (axis == kTextAxis) {
        KVW_TRY_ASSIGN(const fs::path text, findText(value));
        return text == fs::path(value) ? fs::absolute(text, error).lexically_normal().string() : value;
    }
    return fs::exists(value, error) ? fs::absolute(value, error).lexically_normal().string() : value;
}

/// Makes the values of the axes of files independent of the folder that this process is in.
Result<void> nameFiles(Sweep& sweep) {
    for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
        SweepAxis& each = sweep.axes[axis];
        if (each.name != kTextAxis && each.name != kModelAxis) {
            continue;
        }
        for (std::string& value : each.values) {
            KVW_TRY_ASSIGN(value, fileValue(each.name, value));
        }
        for (SweepCombination& point : sweep.plan.points) {
            KVW_TRY_ASSIGN(point.values[axis], fileValue(each.name, point.values[axis]));
        }
    }
    return {};
}

/// Refuses axes that the text of the run excludes.
Result<void> checkOwnText(const Sweep& sweep, const RunOptions& run, const CLI::App& app) {
    const bool ownText = app.count("--text") + app.count("--prompt") + app.count("--ids") > 0;
    if (hasAxis(sweep, kTextAxis) && ownText) {
        return fail(Code::BadUsage, phrase("axis %1", kTextAxis), "the run has a text of its own", {},
                    "no --text, --prompt and --ids");
    }
    if ((hasAxis(sweep, kTextAxis) || hasAxis(sweep, kModelAxis)) && run.chat) {
        return fail(Code::BadUsage, "--chat", "one template cannot be that of several models and texts", {},
                    "no axis of models or texts");
    }
    return {};
}

}  // namespace

void SweepOptions::declare(CLI::App& app) {
    run.compare = true;
    run.declare(app);
    app.remove_option(app.get_option("--out"));
    app.remove_option(app.get_option("--overwrite"));
    app.remove_option(app.get_option("--no-copy"));
    app.remove_option(app.get_option("--no-figures"));
    app.get_option("--policy")->required(false);
    addRepeated(app, "--axis", axes,
                "axis: NAME=a,b,c, NAME=first:last:step or NAME=first:last:x2; NAME is a parameter of the policies, "
                "budget (that of any policy), seed (also that of a policy), prompt-tokens, steps, positions, prefill, "
                "text or model; repeat for more axes",
                anyText("AXIS"));
    addOption(app, "--points", points,
              "the points instead of axes: JSON objects, one per line, or CSV with a heading; names are those of axes, "
              "and policy",
              somePath().named("FILE"));
    addOption(app, "--random", random, "so many points of the grid, drawn without repetition by --seed",
              wholeNumber(1, static_cast<std::int64_t>(kMostPoints)));
    addOption(app, "--halving", halving,
              "successive halving over --steps: all points with few steps, the best one of ETA with ETA times as many; "
              "best by delta_nll, or by another number of a row (3:mean_kl)",
              anyText("ETA[:NUMBER]"));
    addOption(app, "--out", folder, "folder of the sweep; runs that it has are not run again", somePath().named("DIR"));
    addOption(app, "--resume", resumed, "continue the sweep in this folder, as it was started",
              somePath().named("DIR"));
    addSetting(app, "--workers", workers, "processes that run points at the same time; a crash ends one point",
               wholeNumber(1, 256));
    addSetting(app, "--memory", memory,
               "memory of all workers together, MiB; fewer run while another would not fit. 0: what is available",
               wholeNumber(0));
    addSetting(app, "--executor", executor,
               "where points run: processes here (local), or array jobs of Slurm: slurm:partition=P,account=A,time=T,"
               "mem=M,cpus=N,requeue=N,poll=SECONDS,patience=SECONDS",
               anyText("WHERE"));
    addOption(
        app, "--pivot", pivot,
        "also write table-pivot.tex, .md and .csv: a column for each value of this axis, and delta_nll or another "
        "number in the cells (capacity:mean_kl)",
        anyText("AXIS[:NUMBER]"));
    app.add_flag("--symbols", symbols,
                 "in LaTeX and Markdown the symbols of the works name the parameters: γ for gamma");
    app.add_flag("--dry-run", dryRun, "print the runs, do nothing");
    app.add_flag("--events", events, "print events as they happen, one JSON object per line");
    app.add_flag("--worker", worker)->group("");
    addOption(app, "--task", task, "", somePath())->group("");
    addOption(app, "--index", index, "", wholeNumber(0))->group("");
}

Result<Sweep> SweepOptions::sweep(const CLI::App& app, const Catalog& catalog) const {
    if (!resumed.empty()) {
        constexpr std::array kAlso{"--resume", "--workers", "--memory", "--executor", "--threads", "--dry-run",
                                   "--events", "--worker",  "--json",   "--quiet",    "--pivot",   "--symbols"};
        for (const CLI::Option* given : app.get_options()) {
            const bool also = std::find(kAlso.begin(), kAlso.end(), given->get_name()) != kAlso.end();
            if (given->count() > 0 && !also) {
                return fail(Code::BadUsage, "--resume", "the folder says what the sweep is", given->get_name(),
                            "--resume without it");
            }
        }
        return readSweep(resumed);
    }
    if (folder.empty() || (run.policies.empty() && points.empty())) {
        return fail(Code::BadUsage, "kvw sweep", "there is nothing to run", {}, "--policy and --out, or --resume");
    }
    if (!points.empty() && (!axes.empty() || random > 0)) {
        return fail(Code::BadUsage, "--points", "the list has all points", axes.empty() ? "--random" : "--axis",
                    "--points without it");
    }
    Sweep sweep;
    KVW_TRY_ASSIGN(sweep.policies, run.lanes());
    for (const std::string& text : axes) {
        KVW_TRY_ASSIGN(auto axis, parseAxis(text));
        sweep.axes.push_back(std::move(axis));
    }
    if (!points.empty()) {
        KVW_TRY(readSweepPoints(points, sweep));
    }
    KVW_TRY(nameFiles(sweep));
    KVW_TRY(checkOwnText(sweep, run, app));
    KVW_TRY_ASSIGN(sweep.base, run.spec(app, catalog));
    dropUnusedText(sweep);
    if (random > 0) {
        sweep.plan.kind = SweepPlan::Kind::Random;
        sweep.plan.count = random;
        sweep.plan.seed = sweep.base.seed;
    }
    if (!halving.empty()) {
        KVW_TRY_ASSIGN(sweep.halving, parseHalving(halving));
    }
    return sweep;
}

}  // namespace kvw::cli
