// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs an evaluation with `kvw eval`, in a process of its own, and holds its results so far, read from its output.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/workbench/session/job_thread.h"
#include "app/workbench/session/processes/kvw_program.h"
#include "core/eval/eval_plan.h"
#include "core/eval/eval_record.h"
#include "core/eval/eval_table.h"

namespace kvw::wb {

/// Its destructor ends the evaluation under way; samples that are done stay in its folder. Thread: GUI thread.
class EvalProcess : public QObject {
    Q_OBJECT
 public:
    enum class Activity { Idle, Reading, Running, Stopping };

    explicit EvalProcess(QObject* parent = nullptr);
    /// Sets the `kvw` to start; the default is the one beside this program.
    void setProgram(const QString& program) { m_process.setKvw(program); }

    /// Returns the lane that others are compared with, without another choice: the plan's, else the full cache.
    [[nodiscard]] static std::string againstOf(const eval::EvalPlan& plan);
    /// Writes the plan into the folder and runs what is missing there. `against`: lane that others are compared with;
    /// empty: none. Errors: those of the plan's task and of keepEvalPlan; BadUsage while another is under way.
    Result<void> start(const eval::EvalPlan& plan, const QString& folder, const std::string& against);
    /// Shows the results that a folder has, and runs nothing. Errors: those of reading its plan; BadUsage as above.
    Result<void> showFolder(const QString& folder);
    /// Stops the evaluation. The sample under way is run again when it goes on.
    void stop();
    /// Compares with another lane, empty: with none.
    void setAgainst(const std::string& policy);

    [[nodiscard]] Activity activity() const noexcept { return m_activity; }
    [[nodiscard]] bool running() const noexcept {
        return m_activity == Activity::Running || m_activity == Activity::Stopping;
    }
    [[nodiscard]] const QString& folder() const noexcept { return m_folder; }  ///< empty: nothing is shown
    [[nodiscard]] const eval::EvalPlan& plan() const noexcept { return m_plan; }
    /// Task of the plan; null while nothing is shown.
    [[nodiscard]] const eval::TaskInfo* task() const noexcept { return m_task; }
    [[nodiscard]] const std::string& against() const noexcept { return m_against; }
    /// Returns the table so far. It follows the results within a moment.
    [[nodiscard]] const std::vector<eval::EvalRow>& rows() const noexcept { return m_rows; }
    [[nodiscard]] std::int64_t done() const noexcept { return m_done; }    ///< samples
    [[nodiscard]] std::int64_t total() const noexcept { return m_total; }  ///< 0: not known
    /// Returns whether the last process ran all samples.
    [[nodiscard]] bool complete() const noexcept { return m_complete; }
    /// Returns the seconds left; none: no sample of this start is done, or their number is not known.
    [[nodiscard]] std::optional<double> secondsLeft() const;
    /// Returns why the evaluation ended early, or its last warning; empty: neither.
    [[nodiscard]] const QString& message() const noexcept { return m_message; }

 Q_SIGNALS:
    void changed();                       ///< activity, rows or numbers of samples
    void ended(const QString& sentence);  ///< a sentence for the user

 private:
    /// Shows a plan and reads the results of its folder, off this thread; then starts the process if `runs`.
    Result<void> show(const eval::EvalPlan& plan, const QString& folder, bool runs);
    void launch();
    void read();
    void take(const nlohmann::ordered_json& json);
    void add(std::vector<eval::EvalRecord> records);
    void tally();
    void finish(int code, QProcess::ExitStatus status);
    [[nodiscard]] std::int64_t samplesKnown() const;

    QString m_folder, m_message;
    Activity m_activity = Activity::Idle;
    eval::EvalPlan m_plan;
    std::vector<eval::PublishedNumber> m_published;  ///< of the plan's preset
    const eval::TaskInfo* m_task = nullptr;
    std::string m_against;
    std::vector<eval::EvalRecord> m_records;  ///< without their texts
    std::vector<eval::EvalRow> m_rows;
    std::int64_t m_done = 0, m_total = 0, m_doneAtStart = 0;
    bool m_complete = false;
    bool m_tallying = false, m_stale = false;  ///< a table is being made; results came meanwhile
    int m_shown = 0;  ///< number of the evaluation that is shown; reports of others are dropped
    QElapsedTimer m_since;
    QTimer m_soon;  ///< tables are made some times a second at most
    JobThread m_jobs{*this};
    KvwProcess m_process;
};

}  // namespace kvw::wb
