// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/sweep_points.h"

#include <fstream>
#include <iostream>

#include "app/cli/report/progress_line.h"
#include "app/cli/report/text_table.h"
#include "app/cli/run/interrupt.h"
#include "app/cli/run/run_driver.h"
#include "app/cli/run/worker_pool.h"
#include "core/base/files/small_file.h"
#include "core/base/json/json_access.h"
#include "core/base/json/phrase_json.h"
#include "core/bundle/bundle.h"
#include "core/eval/sweep_file.h"
#include "core/publish/write_bundle.h"
#include "core/session/engine.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/run_changes.h"

namespace kvw::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

double sizeOf(const fs::path& bundle) {
    double bytes = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(bundle, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        const std::uintmax_t size = entry->is_regular_file(ignored) ? entry->file_size(ignored) : 0;
        bytes += ignored ? 0 : static_cast<double>(size);
    }
    return bytes;
}

SweepRow problemRow(const SweepPoint& point, Phrase problem) {
    SweepRow row{point.id, point.policy, point.values};
    row.problem = std::move(problem);
    return row;
}

/// Runs one point and writes its bundle. A failed run gives a row with the problem. Errors: Cancelled, and Io and
/// Internal, which keep every point from running (disk full).
Result<SweepRow> runPoint(const fs::path& folder, const SweepPoint& point, Engine& engine, const Catalog& catalog,
                          const Interrupt& interrupt) {
    ProgressLine silent(false);
    // A policy that crashed in an earlier point is refused from then on; the others go on.
    for (const std::string& policy : point.spec.policies) {
        if (const auto known = resolveChain(catalog, policy); !known) {
            return problemRow(point, known.error().asPhrase());
        }
    }
    const auto run = engine.start(point.spec, catalog, [&](const Progress&) {
        if (interrupt.requested()) {
            engine.cancelLoad();
        }
    });
    if (!run) {
        const Code code = run.error().code;
        const bool ofAll = code == Code::Cancelled || code == Code::Io || code == Code::Internal;
        return ofAll ? Result<SweepRow>(tl::unexpected(run.error())) : problemRow(point, run.error().asPhrase());
    }
    const Result<void> ended = runToEnd(**run, interrupt, silent);
    if (!ended && ended.error().code == Code::Cancelled) {
        return tl::unexpected(ended.error());
    }
    const std::shared_ptr<Recording> recording = (*run)->recording();
    const bool good = ended && !anyLaneFailed(*recording);
    (*run)->close(good ? RunState::Finished : RunState::Failed, ended ? Phrase() : ended.error().asPhrase());
    SweepRow row = sweepRow(point, *recording);
    if (!row.problem.empty()) {
        return row;
    }
    BundleOptions how;
    how.figures = false;
    const fs::path bundle = bundleOf(folder, point);
    // The sweep that requested this point has already checked the existing bundle.
    if (const auto before = lookUpPoint(folder, point, true)) {
        how.overwrite = !before->changed.empty();
    }
    if (auto written = writeBundle(*recording, bundle, how); !written) {
        // Another process running the same sweep may have written the bundle first.
        auto known = lookUpPoint(folder, point, true);
        return known && known->row ? Result<SweepRow>(*known->row) : tl::unexpected(written.error());
    }
    row.diskBytes = sizeOf(bundle);
    return row;
}

std::string compact(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string rowLine(const SweepRow& row) {
    ordered_json json = toJson({}, row);
    json["problem"] = phraseJson(row.problem);
    return compact({{"row", std::move(json)}});
}

std::string errorLine(const Error& error) {
    return compact({{"error", phraseJson(error.clause())}, {"cancelled", error.code == Code::Cancelled}});
}

}  // namespace

Result<KnownPoint> lookUpPoint(const fs::path& folder, const SweepPoint& point, bool resumed) {
    const fs::path path = bundleOf(folder, point);
    std::error_code ignored;
    if (!fs::exists(path, ignored)) {
        return KnownPoint{};
    }
    const auto opened = openBundle(path);
    if (!opened && inspectBundle(path)) {
        return KnownPoint{{}, opened.error().asPhrase()};
    }
    if (!opened) {
        const Phrase problem = phrase("%1 Remove it to run this point again.", opened.error().asPhrase());
        return KnownPoint{problemRow(point, problem), {}};
    }
    const RunDescription& found = opened->recording->description();
    const bool changed = !opened->warnings.empty();
    if (found.specs != std::vector{recordedSpec(point.spec)} && !(changed && resumed)) {
        return fail(Code::BadUsage, path.string(), "this is the bundle of another run", found.commandLine,
                    phrase("%1; choose another folder", commandLine(point.spec)));
    }
    if (changed) {
        return KnownPoint{{}, opened->warnings.front()};
    }
    KnownPoint known{sweepRow(point, *opened->recording), {}};
    known.row->diskBytes = sizeOf(path);
    return known;
}

std::string jobLine(const SweepPoint& point) {
    return compact(toJson(point));
}

std::optional<WorkerAnswer> answerOf(const SweepPoint& point, const std::string& line) {
    const ordered_json json = ordered_json::parse(line, nullptr, false);
    if (!json.is_object()) {
        return std::nullopt;
    }
    WorkerAnswer answer;
    if (const ordered_json& row = member(json, "row"); row.is_object()) {
        answer.row = sweepRowOf({}, row);
        answer.row->id = point.id;
        answer.row->policy = point.policy;
        answer.row->values = point.values;
    } else {
        Phrase error = phraseOf(member(json, "error"));
        answer.error = error.empty() ? phrase("the worker gave no error") : std::move(error);
        answer.cancelled = flagOf(json, "cancelled");
    }
    return answer;
}

fs::path answerFile(const fs::path& folder, const std::string& point) {
    return folder / "slurm" / "answers" / (point + ".json");
}

Result<Exit> workOnTask(const fs::path& folder, const fs::path& jobs, std::int64_t index, const Catalog& catalog,
                        int threads) {
    const Interrupt interrupt("");
    std::ifstream lines(jobs);
    std::string line;
    for (std::int64_t at = 0; at <= index && std::getline(lines, line); ++at) {
    }
    if (!lines) {
        return fail(Code::BadInput, jobs.string(), "there is no such line", index);
    }
    KVW_TRY_ASSIGN(auto point, sweepPointOf(nlohmann::json::parse(line, nullptr, false), jobs.string()));
    point.spec.threads = threads > 0 ? threads : point.spec.threads;
    const auto row =
        openEngine().and_then([&](auto&& engine) { return runPoint(folder, point, *engine, catalog, interrupt); });
    if (!row && row.error().code == Code::Cancelled) {
        return tl::unexpected(row.error());
    }
    KVW_TRY(writeSmallText(answerFile(folder, point.id), (row ? rowLine(*row) : errorLine(row.error())) + '\n'));
    return Exit::Good;
}

Result<Exit> workOn(const fs::path& folder, const Catalog& catalog, int threads) {
    const Interrupt interrupt("");
    const auto engine = openEngine();
    for (std::string job; std::getline(std::cin, job) && !interrupt.requested();) {
        if (!engine) {
            static_cast<void>(answer(errorLine(engine.error())));
            continue;
        }
        const auto row =
            sweepPointOf(nlohmann::json::parse(job, nullptr, false), "worker").and_then([&](SweepPoint point) {
                point.spec.threads = threads > 0 ? threads : point.spec.threads;
                return runPoint(folder, point, **engine, catalog, interrupt);
            });
        if (!answer(row ? rowLine(*row) : errorLine(row.error()))) {
            break;
        }
    }
    return Exit::Good;
}

}  // namespace kvw::cli
