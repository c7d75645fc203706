// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/run_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/cli/report/device_report.h"
#include "app/cli/report/progress_line.h"
#include "app/cli/report/report_json.h"
#include "app/cli/report/report_text.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/call_watch.h"
#include "app/cli/run/copy_while_running.h"
#include "app/cli/run/interrupt.h"
#include "core/publish/write_bundle.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

/// Result of a run; `reason` is empty for one that finished.
struct Ending {
    Exit exit = Exit::Good;
    Phrase reason;
};

/// Prints errors and warnings to standard error, each sentence once: the sentence of a failed lane is a problem of the
/// recording and also the reason why the run ended. `quiet`: errors only.
void printProblems(const Recording& recording, const Phrase& reason, bool quiet) {
    bool said = reason.empty();
    for (const Recording::Problem& problem : recording.problems()) {
        if (quiet && !problem.isError()) {
            continue;
        }
        const std::string times = problem.count > 1 ? fmt::format(" ({} times)", problem.count) : std::string();
        std::fprintf(stderr, "%s: %s%s\n", toText(problem.finding.severity), oneLine(problem.sentence()).c_str(),
                     times.c_str());
        said = said || problem.finding == errorFinding(reason);
    }
    if (!said) {
        std::fprintf(stderr, "%s\n", oneLine(reason.english()).c_str());
    }
}

/// Returns such as "after 60 of 400 tokens", or the steps of each lane if a prefill was stopped between lanes.
Phrase progressText(const Recording& recording, std::int64_t total) {
    std::int64_t least = total, most = 0;
    Phrase lanes;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const std::int64_t steps = recording.stepsOf(lane);
        least = std::min(least, steps);
        most = std::max(most, steps);
        Phrase came = phrase("%1 of %2 tokens in lane %3", steps, total, recording.description().lane(lane).policyText);
        lanes = lane == 0 ? std::move(came) : phrase("%1, %2", std::move(lanes), std::move(came));
    }
    return least == most ? phrase("after %1 of %2 tokens", most, total) : phrase("after %1", std::move(lanes));
}

/// Closes the recording with its final state. `ended`: result of `runToEnd`.
Ending closeRun(Run& run, const Result<void>& ended) {
    if (ended) {
        const bool laneFailed = anyLaneFailed(*run.recording());
        run.close(laneFailed ? RunState::Failed : RunState::Finished,
                  laneFailed ? phrase("A lane ended early.") : Phrase());
        return {laneFailed ? Exit::Failed : Exit::Good, {}};
    }
    const bool stopped = ended.error().code == Code::Cancelled;
    Ending ending{Exit::Failed, stopped ? phrase("Stopped on request %1.", progressText(*run.recording(), run.total()))
                                        : ended.error().asPhrase()};
    run.close(stopped ? RunState::Stopped : RunState::Failed, ending.reason);
    return ending;
}

void printLeft(const CopyWhileRunning::Left& left) {
    if (!left.path.empty()) {
        std::fprintf(stderr, "%s is in %s (kvw library --unfinished).\n",
                     left.whole ? "The recording" : "An older copy, without the newest recorded steps,",
                     left.path.c_str());
    }
}

struct Saved {
    std::string bundle;   ///< empty: none was written
    bool failed = false;  ///< true: a bundle was wanted but could not be written
};

/// Writes the bundle, or prints why there is none. `copy`: none for a run without --out.
Saved save(const Recording& recording, const Outputs& options, std::optional<CopyWhileRunning>& copy) {
    if (!copy) {
        return {};
    }
    if (!anythingRecorded(recording)) {
        std::fputs("Nothing was recorded; no bundle was written.\n", stderr);
        return {};
    }
    BundleOptions how;
    how.overwrite = options.overwrite;
    how.figures = !options.noFigures;
    const RunWritten written =
        writeOrLeave(*copy, options.out, [&] { return writeBundle(recording, options.out, how); });
    if (written.done) {
        return {options.out.string(), false};
    }
    std::fprintf(stderr, "%s\n", written.done.error().sentence().c_str());
    printLeft(written.left);
    return {{}, true};
}

/// Saves a run that a stuck plugin call keeps from stopping: writes what is recorded while the run stands still.
void saveStuck(Recording& recording, const Outputs& options, std::optional<CopyWhileRunning>& copy,
               const Phrase& sentence) {
    recording.setState(RunState::Stopped, sentence);
    const Saved saved = save(recording, options, copy);
    if (!saved.bundle.empty()) {
        copy->remove();
        std::fprintf(stderr, "The recording is in %s.\n", saved.bundle.c_str());
    } else if (copy && !saved.failed) {
        copy->stop();
    }
    if (options.json) {
        print(dumped(reportJson(recording, options.compare, saved.bundle)));
    }
}

/// Closes the run, writes the bundle and prints the results. `copy`: none for a run without --out.
Exit finish(Run& run, const Result<void>& ended, const Outputs& options, Interrupt& interrupt,
            std::optional<CopyWhileRunning>& copy) {
    Recording& recording = *run.recording();
    if (options.parent) {
        reportUnequal(*options.parent, recording, options.ownFrom);
    }
    const DeviceUse use = run.deviceUse();
    const Ending ending = closeRun(run, ended);
    printProblems(recording, ending.reason, options.quiet);

    const Saved saved = save(recording, options, copy);
    if (!saved.bundle.empty()) {
        interrupt.setLastWords("\nStopped at once, after the bundle was written.\n");
    }
    copy.reset();
    if (options.json) {
        auto report = reportJson(recording, options.compare, saved.bundle);
        if (!use.device.empty()) {
            report["device_memory"] = deviceUseJson(use);
        }
        print(dumped(report));
    } else if (!options.quiet) {
        print(reportText(recording, options.compare, saved.bundle));
        print(use.device.empty() ? std::string() : deviceUseText(use));
    }
    return saved.failed ? Exit::Failed : ending.exit;
}

}  // namespace

bool anyLaneFailed(const Recording& recording) {
    return std::ranges::any_of(recording.problems(), &Recording::Problem::isError);
}

Result<void> runToEnd(Run& run, const Interrupt& interrupt, ProgressLine& line) {
    const Interrupt::Call cancel([&run] { run.cancel(); });
    line.begin("prefill");
    KVW_TRY(run.prefill([&line](const Progress& progress) { line.update(progress); }));
    line.begin("decode");
    const std::int64_t first = run.position();
    while (!run.finished()) {
        if (interrupt.requested()) {
            return fail(Code::Cancelled, "kvw", "stopped on request");
        }
        KVW_TRY(run.step());
        line.update({run.position() - first, run.total() - first, "tokens"});
    }
    return {};
}

Result<Exit> runAndReport(const RunOptions& options, const CLI::App& app) {
    const Catalog catalog = Catalog::scan(PluginPaths::standard());
    KVW_TRY_ASSIGN(const auto spec, options.spec(app, catalog));
    return runAndReport(spec, catalog, {options, options.compare, nullptr, 0});
}

Result<Exit> runAndReport(const RunSpec& spec, const Catalog& catalog, const Outputs& options) {
    Interrupt interrupt(options.out.empty() ? "\nStopped at once.\n" : "\nStopped at once; no bundle was written.\n");
    ProgressLine line(!options.quiet);
    KVW_TRY_ASSIGN(const auto engine, openEngine());
    line.begin("load");
    const auto run = engine->start(spec, catalog, [&](const Progress& progress) {
        line.update(progress);
        if (interrupt.requested()) {
            engine->cancelLoad();
        }
    });
    if (!run) {
        if (run.error().code == Code::Cancelled) {
            return fail(Code::Cancelled, {},
                        options.out.empty() ? "Stopped on request while the model was loaded"
                                            : "Stopped on request while the model was loaded; no bundle was written");
        }
        return tl::unexpected(run.error());
    }
    const std::shared_ptr<Recording> recording = (*run)->recording();
    if (options.parent) {
        KVW_TRY(checkSameText(*options.parent, *recording));
    }
    std::optional<CopyWhileRunning> copy;
    if (!options.out.empty()) {
        copy.emplace(recording, options.noCopy ? std::nullopt : std::optional(CopyPace()));
    }
    try {
        std::optional<CallWatch::Save> save;
        save.emplace([&](const Phrase& sentence) { saveStuck(*recording, options, copy, sentence); });
        const Result<void> ended = runToEnd(**run, interrupt, line);
        save.reset();
        line.clear();
        if (copy) {
            copy->stop();
        }
        return finish(**run, ended, options, interrupt, copy);
    } catch (...) {
        // Unwinding would remove the copy.
        if (copy) {
            printLeft(copy->leave());
        }
        throw;
    }
}

}  // namespace kvw::cli
