// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/processes/sweep_runner.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/session/draft/sweep_cost.h"
#include "core/base/json/json_access.h"
#include "core/base/json/phrase_json.h"
#include "core/eval/sweep_file.h"

namespace kvw::wb {

namespace {

/// Returns the settings, except the axes, that determine the numbers.
nlohmann::ordered_json settingsOf(const Sweep& sweep) {
    nlohmann::ordered_json run = toJson(sweep)["run"];
    run.erase("threads");
    run.erase("device");
    return run;
}

/// Returns the same settings with file names in place of paths.
nlohmann::ordered_json whatRuns(const Sweep& sweep) {
    nlohmann::ordered_json run = settingsOf(sweep);
    for (const char* file : {"model", "text"}) {
        if (run.contains(file)) {
            run[file] = std::filesystem::path(run[file].get<std::string>()).filename().string();
        }
    }
    return run;
}

}  // namespace

SweepRunner::SweepRunner(QObject* parent) : QObject(parent) {
    m_process.reportTo(this, &SweepRunner::read, &SweepRunner::finish, [this](const QString& sentence) {
        m_message = sentence;
        m_activity = Activity::Idle;
        m_again = false;
        Q_EMIT changed();
        Q_EMIT ended(m_message);
    });
}

void SweepRunner::show(const Sweep& sweep, std::vector<SweepPoint> points, const QString& folder) {
    m_sweep = sweep;
    m_points = std::move(points);
    m_axes = axisNames(sweep);
    m_folder = folder;
    m_message.clear();
    m_states.assign(m_points.size(), PointState::Waiting);
    m_known.assign(m_points.size(), std::nullopt);
    m_startedAt.assign(m_points.size(), 0);
    m_durations.clear();
    collect();
}

void SweepRunner::showFolder(const Sweep& sweep, std::vector<SweepPoint> points, const QString& folder) {
    if (running()) {
        return;
    }
    show(sweep, std::move(points), folder);
    if (m_activity == Activity::Reading) {
        m_again = true;
        m_process.terminate();
        Q_EMIT changed();
        return;
    }
    launch({QStringLiteral("--dry-run")}, Activity::Reading);
}

bool SweepRunner::isLike(const Sweep& sweep) const {
    return settingsOf(m_sweep) == settingsOf(sweep);
}

bool SweepRunner::takes(const QString& folder, const Sweep& sweep) {
    const auto there = readSweep(folder.toStdString());
    return !there || whatRuns(*there) == whatRuns(sweep);
}

Result<void> SweepRunner::start(const Sweep& sweep, std::vector<SweepPoint> points, const QString& folder, int workers,
                                int threads) {
    if (m_activity != Activity::Idle) {
        return fail(Code::BadUsage, "sweep", "another one is in progress");
    }
    // Replacing the description of another sweep would leave its runs without one.
    if (!takes(folder, sweep)) {
        return fail(Code::BadUsage, "sweep", "this folder has the runs of another text, model or length",
                    folder.toStdString(), "a folder of its own");
    }
    KVW_TRY(writeSweep(folder.toStdString(), sweep));
    show(sweep, std::move(points), folder);
    m_workers = workers;
    QStringList arguments{QStringLiteral("--workers"), QString::number(workers)};
    if (threads > 0) {
        arguments << QStringLiteral("--threads") << QString::number(threads);
    }
    launch(arguments, Activity::Running);
    return {};
}

void SweepRunner::stop() {
    if (m_activity == Activity::Running || m_activity == Activity::Reading) {
        m_activity = Activity::Stopping;
        m_process.terminate();
        Q_EMIT changed();
    }
}

void SweepRunner::launch(const QStringList& arguments, Activity activity) {
    m_activity = activity;
    m_since.start();
    m_process.startEvents(QStringList{QStringLiteral("sweep"), QStringLiteral("--resume"), m_folder} + arguments);
    Q_EMIT changed();
}

void SweepRunner::read() {
    if (m_again) {
        m_process.readAllStandardOutput();
        return;
    }
    if (m_process.takeEvents([this](const nlohmann::ordered_json& event) { take(event); })) {
        collect();
        Q_EMIT changed();
    }
}

void SweepRunner::take(const nlohmann::ordered_json& json) {
    const std::string event = textOf(json, "event");
    const auto index = static_cast<std::size_t>(wholeOf(json, "index", std::ssize(m_points)));
    if (event == "started" && index < m_points.size()) {
        m_states[index] = PointState::Running;
        m_startedAt[index] = m_since.elapsed();
    } else if (event == "left-out" && index < m_points.size()) {
        m_states[index] = PointState::LeftOut;
    } else if (event == "row" && index < m_points.size() && member(json, "row").is_object()) {
        const bool ran = m_states[index] == PointState::Running;  // otherwise its bundle was there already
        m_known[index] = sweepRowOf(m_axes, member(json, "row"));
        if (Phrase problem = phraseOf(member(json, "problem")); !problem.empty()) {
            m_known[index]->problem = std::move(problem);
        }
        m_states[index] = m_known[index]->problem.empty() ? PointState::Done : PointState::Failed;
        if (ran && m_states[index] == PointState::Done) {
            m_durations.push_back(static_cast<double>(m_since.elapsed() - m_startedAt[index]) / 1000);
        }
    } else if (const Phrase told = phraseOf(member(json, "phrase")); !told.empty()) {
        m_message = phraseText(told);
    }
}

void SweepRunner::collect() {
    m_rows.clear();
    m_pointOfRow.clear();
    for (std::size_t point = 0; point < m_known.size(); ++point) {
        if (m_known[point]) {
            m_rows.push_back(*m_known[point]);
            m_pointOfRow.push_back(point);
        }
    }
    separateStages(m_sweep, m_rows);
    markFronts(m_axes, m_rows);
}

void SweepRunner::finish(int code, QProcess::ExitStatus status) {
    read();
    if (std::exchange(m_again, false) && m_activity != Activity::Stopping) {
        launch({QStringLiteral("--dry-run")}, Activity::Reading);
        return;
    }
    const bool stopped = m_activity == Activity::Stopping, ran = m_activity != Activity::Reading;
    m_activity = Activity::Idle;
    for (PointState& state : m_states) {
        state = state == PointState::Running ? PointState::Waiting : state;
    }
    const QString complaint = m_process.complaint();
    if (stopped) {
        m_message = tr("Paused: %1 of %2 runs are done.").arg(done()).arg(planned());
    } else if (status == QProcess::CrashExit) {
        m_message = tr("The sweep process crashed; finished runs are kept, Go on runs the rest.");
    } else if (code != 0 && m_message.isEmpty() && m_rows.size() < planned()) {
        m_message = complaint;
    }
    Q_EMIT changed();
    if (!m_message.isEmpty()) {
        Q_EMIT ended(m_message);
    } else if (ran) {
        const auto failed = std::ranges::count(m_states, PointState::Failed);
        Q_EMIT ended(
            failed == 0
                ? (planned() == 1 ? tr("The sweep is done: 1 run in %1").arg(m_folder)
                                  : tr("The sweep is done: %1 runs in %2").arg(planned()).arg(m_folder))
                : tr("The sweep is done; %1 of %2 runs failed, the table says why.").arg(failed).arg(planned()));
    }
}

std::size_t SweepRunner::done() const noexcept {
    return static_cast<std::size_t>(std::ranges::count(m_states, PointState::Done));
}

std::optional<double> SweepRunner::secondsLeft() const {
    if (!running()) {
        return std::nullopt;
    }
    std::vector<double> elapsed;
    const auto settled = std::ranges::count_if(
        m_states, [](PointState state) { return state != PointState::Waiting && state != PointState::LeftOut; });
    const std::size_t waiting = planned() - std::min(planned(), static_cast<std::size_t>(settled));
    for (std::size_t point = 0; point < m_states.size(); ++point) {
        if (m_states[point] == PointState::Running) {
            elapsed.push_back(static_cast<double>(m_since.elapsed() - m_startedAt[point]) / 1000);
        }
    }
    return wb::secondsLeft(m_durations, elapsed, waiting, m_workers);
}

QString SweepRunner::bundle(std::size_t point) const {
    return QString::fromStdString(bundleOf(m_folder.toStdString(), m_points[point]).string());
}

}  // namespace kvw::wb
