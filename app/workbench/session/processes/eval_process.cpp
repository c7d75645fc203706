// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/session/processes/eval_process.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "core/base/json/json_access.h"
#include "core/base/json/phrase_json.h"
#include "core/eval/eval_file.h"
#include "core/eval/presets.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

namespace {

constexpr int kSoonMs = 300;

/// Returns the records without texts, which tables do not need.
std::vector<eval::EvalRecord> withoutTexts(std::vector<eval::EvalRecord> records) {
    for (eval::EvalRecord& record : records) {
        record.prediction = {};
        record.references = {};
    }
    return records;
}

}  // namespace

EvalProcess::EvalProcess(QObject* parent) : QObject(parent) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &EvalProcess::tally);
    m_process.reportTo(this, &EvalProcess::read, &EvalProcess::finish, [this](const QString& sentence) {
        m_message = sentence;
        m_activity = Activity::Idle;
        Q_EMIT changed();
        Q_EMIT ended(m_message);
    });
}

Result<void> EvalProcess::start(const eval::EvalPlan& plan, const QString& folder, const std::string& against) {
    if (m_activity != Activity::Idle) {
        return fail(Code::BadUsage, "evaluation", "another one is in progress");
    }
    KVW_TRY(eval::keepEvalPlan(folder.toStdString(), plan));
    m_against = against;
    return show(plan, folder, true);
}

std::string EvalProcess::againstOf(const eval::EvalPlan& plan) {
    const auto& lanes = plan.run.policies;
    const auto named = std::ranges::find(lanes, plan.against);
    const auto found = named != lanes.end()
                           ? named
                           : std::ranges::find_if(lanes, [](const std::string& lane) { return isFullCache(lane); });
    return found == lanes.end() ? std::string() : *found;
}

Result<void> EvalProcess::showFolder(const QString& folder) {
    if (m_activity != Activity::Idle) {
        return fail(Code::BadUsage, "evaluation", "another one is in progress");
    }
    KVW_TRY_ASSIGN(const auto plan, eval::readEvalPlan(folder.toStdString()));
    if (folder != m_folder) {
        m_against = againstOf(plan);
    }
    return show(plan, folder, false);
}

Result<void> EvalProcess::show(const eval::EvalPlan& plan, const QString& folder, bool runs) {
    KVW_TRY_ASSIGN(const auto task, eval::taskOf(plan.task));
    m_task = &task->info();
    m_plan = plan;
    m_published = eval::publishedFor(plan);
    m_folder = folder;
    m_message.clear();
    m_records.clear();
    m_rows.clear();
    m_done = m_total = m_doneAtStart = 0;
    m_complete = false;
    m_activity = Activity::Reading;
    m_jobs.start([folder] { return eval::readResults(folder.toStdString()).map(withoutTexts); },
                 [this, runs, shown = ++m_shown](Result<std::vector<eval::EvalRecord>> there) {
                     if (shown != m_shown) {
                         return;
                     }
                     if (there) {
                         add(std::move(*there));
                         m_done = m_doneAtStart = samplesKnown();
                     } else if (there.error().code != Code::NotFound) {
                         m_message = errorText(there.error());
                     }
                     if (runs && m_activity == Activity::Reading) {
                         launch();
                     } else {
                         m_activity = Activity::Idle;
                         Q_EMIT changed();
                     }
                 });
    Q_EMIT changed();
    return {};
}

std::int64_t EvalProcess::samplesKnown() const {
    std::set<std::pair<std::string, std::string>> samples;
    for (const eval::EvalRecord& record : m_records) {
        samples.emplace(record.subset, record.id);
    }
    return static_cast<std::int64_t>(samples.size());
}

void EvalProcess::launch() {
    m_activity = Activity::Running;
    m_message.clear();
    m_since.start();
    m_process.startEvents({QStringLiteral("eval"), QStringLiteral("--resume"), m_folder});
    Q_EMIT changed();
}

void EvalProcess::stop() {
    if (m_activity == Activity::Reading) {
        m_activity = Activity::Stopping;  // the report of the reader starts nothing then
        Q_EMIT changed();
    } else if (m_activity == Activity::Running) {
        m_activity = Activity::Stopping;
        m_process.terminate();
        Q_EMIT changed();
    }
}

void EvalProcess::setAgainst(const std::string& policy) {
    if (policy != m_against) {
        m_against = policy;
        tally();
    }
}

void EvalProcess::read() {
    if (m_process.takeEvents([this](const nlohmann::ordered_json& event) { take(event); })) {
        Q_EMIT changed();
    }
}

void EvalProcess::take(const nlohmann::ordered_json& json) {
    const std::string event = textOf(json, "event");
    if (event == "sample") {
        std::vector<eval::EvalRecord> records;
        for (const nlohmann::ordered_json& each : member(json, "records")) {
            if (auto record = eval::evalRecordOf(each, "kvw eval")) {
                records.push_back(std::move(*record));
            }
        }
        m_done = wholeOf(json, "done", m_done);
        m_total = wholeOf(json, "total", 0);
        add(withoutTexts(std::move(records)));
    } else if (event == "end") {
        m_complete = textOf(json, "state") == "finished";
    }
    if (const Phrase told = phraseOf(member(json, "phrase")); !told.empty()) {
        m_message = phraseText(told);
    }
}

void EvalProcess::add(std::vector<eval::EvalRecord> records) {
    m_records.insert(m_records.end(), std::make_move_iterator(records.begin()), std::make_move_iterator(records.end()));
    if (!m_records.empty() && !m_soon.isActive()) {
        m_soon.start();
    }
}

void EvalProcess::tally() {
    if (m_task == nullptr || m_records.empty()) {
        return;
    }
    if (m_tallying) {
        m_stale = true;
        return;
    }
    m_tallying = true;
    m_stale = false;
    eval::TableOptions options;
    options.policies = m_plan.run.policies;
    options.against = m_against;
    options.published = m_published;
    m_jobs.start([records = m_records, task = m_task, options] { return eval::evalRows(records, *task, options); },
                 [this, shown = m_shown](Result<std::vector<eval::EvalRow>> rows) {
                     m_tallying = false;
                     if (shown == m_shown) {
                         if (rows) {
                             m_rows = std::move(*rows);
                         } else {
                             m_rows.clear();
                             m_message = errorText(rows.error());
                         }
                         Q_EMIT changed();
                     }
                     if (m_stale || shown != m_shown) {
                         m_soon.start();
                     }
                 });
}

void EvalProcess::finish(int code, QProcess::ExitStatus status) {
    read();
    const bool stopped = m_activity == Activity::Stopping;
    m_activity = Activity::Idle;
    const QString complaint = m_process.complaint();
    if (stopped) {
        m_message = m_done == 1 ? tr("Stopped: one sample is done.") : tr("Stopped: %1 samples are done.").arg(m_done);
    } else if (status == QProcess::CrashExit) {
        m_message = tr("The evaluation crashed; samples that are done are kept, Go on runs the others.");
    } else if (code != 0 && m_message.isEmpty()) {
        m_message = complaint;
    }
    Q_EMIT changed();
    Q_EMIT ended(!m_message.isEmpty() ? m_message
                 : m_done == 1        ? tr("The evaluation is done: one sample in %1").arg(m_folder)
                                      : tr("The evaluation is done: %1 samples in %2").arg(m_done).arg(m_folder));
}

std::optional<double> EvalProcess::secondsLeft() const {
    if (!running() || m_total <= m_done || m_done <= m_doneAtStart) {
        return std::nullopt;
    }
    const double seconds = static_cast<double>(m_since.elapsed()) / 1000;
    return seconds / static_cast<double>(m_done - m_doneAtStart) * static_cast<double>(m_total - m_done);
}

}  // namespace kvw::wb
