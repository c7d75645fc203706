// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs a sweep with `kvw sweep`, in processes of its own, and holds the results of its points, read from their output.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <optional>
#include <vector>

#include "app/workbench/session/processes/kvw_program.h"
#include "core/eval/sweep.h"
#include "core/eval/sweep_halving.h"
#include "core/eval/sweep_results.h"

namespace kvw::wb {

/// Its destructor ends the sweep under way; written bundles stay. Thread: GUI thread.
class SweepRunner : public QObject {
    Q_OBJECT
 public:
    enum class Activity { Idle, Reading, Running, Stopping };
    enum class PointState { Waiting, Running, Done, Failed, LeftOut };

    explicit SweepRunner(QObject* parent = nullptr);
    /// Sets the `kvw` to start; the default is the one beside this program.
    void setProgram(const QString& program) { m_process.setKvw(program); }

    /// Shows a sweep that its folder describes: reads the bundles that are there, runs nothing. Does nothing while a
    /// sweep runs; a sweep that is being read is abandoned.
    void showFolder(const Sweep& sweep, std::vector<SweepPoint> points, const QString& folder);
    /// Returns whether the shown runs have this sweep's text, model and settings. Axes and policies may differ.
    [[nodiscard]] bool isLike(const Sweep& sweep) const;
    /// Returns whether the folder is free for this sweep: it has no runs of another text, model or length.
    [[nodiscard]] static bool takes(const QString& folder, const Sweep& sweep);
    /// Writes the description of the sweep into the folder and runs what is missing there. `threads`: of each worker;
    /// 0: shared out. Errors: Io; BadUsage while another sweep is under way, or for a folder that is not free for it.
    Result<void> start(const Sweep& sweep, std::vector<SweepPoint> points, const QString& folder, int workers,
                       int threads);
    /// Stops the sweep. Runs under way are dropped and run again when the sweep goes on; finished runs stay.
    void stop();

    [[nodiscard]] Activity activity() const noexcept { return m_activity; }
    [[nodiscard]] bool running() const noexcept {
        return m_activity == Activity::Running || m_activity == Activity::Stopping;
    }
    [[nodiscard]] const QString& folder() const noexcept { return m_folder; }
    [[nodiscard]] const Sweep& sweep() const noexcept { return m_sweep; }
    [[nodiscard]] const std::vector<SweepPoint>& points() const noexcept { return m_points; }
    [[nodiscard]] const std::vector<std::string>& axes() const noexcept { return m_axes; }
    [[nodiscard]] PointState state(std::size_t point) const { return m_states[point]; }
    /// Returns the rows of the points with results, in their order and with the fronts marked; `pointOfRow`: the point
    /// of each row.
    [[nodiscard]] const std::vector<SweepRow>& rows() const noexcept { return m_rows; }
    [[nodiscard]] const std::vector<std::size_t>& pointOfRow() const noexcept { return m_pointOfRow; }
    [[nodiscard]] std::size_t done() const noexcept;  ///< points that ran to their end
    [[nodiscard]] std::size_t planned() const { return plannedRuns(m_sweep, m_points); }  ///< points that are run
    /// Returns the seconds left of a sweep under way; none: no run of this start is finished yet.
    [[nodiscard]] std::optional<double> secondsLeft() const;
    /// Seconds since the last start.
    [[nodiscard]] double elapsed() const { return static_cast<double>(m_since.elapsed()) / 1000; }
    /// Number of processes of the last start.
    [[nodiscard]] int workers() const noexcept { return m_workers; }
    /// Seconds of each run that finished since the last start, with loading, beside the other workers.
    [[nodiscard]] const std::vector<double>& durations() const noexcept { return m_durations; }
    [[nodiscard]] QString bundle(std::size_t point) const;
    /// Returns why the sweep ended early, or its last warning; empty: neither.
    [[nodiscard]] const QString& message() const noexcept { return m_message; }

 Q_SIGNALS:
    void changed();                       ///< activity, rows or states
    void ended(const QString& sentence);  ///< a sentence for the user

 private:
    void show(const Sweep& sweep, std::vector<SweepPoint> points, const QString& folder);
    void launch(const QStringList& arguments, Activity activity);
    void read();
    void take(const nlohmann::ordered_json& json);
    void collect();
    void finish(int code, QProcess::ExitStatus status);

    QString m_folder, m_message;
    Activity m_activity = Activity::Idle;
    bool m_again = false;  ///< the process reads an abandoned sweep; the new one is read after it
    Sweep m_sweep;
    std::vector<SweepPoint> m_points;
    std::vector<std::string> m_axes;
    std::vector<PointState> m_states;              ///< [points]
    std::vector<std::optional<SweepRow>> m_known;  ///< [points]
    std::vector<SweepRow> m_rows;
    std::vector<std::size_t> m_pointOfRow;
    QElapsedTimer m_since;
    std::vector<qint64> m_startedAt;  ///< [points] start in milliseconds of m_since, of running points
    std::vector<double> m_durations;
    int m_workers = 1;
    KvwProcess m_process;
};

}  // namespace kvw::wb
