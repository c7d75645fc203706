// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs work on another thread if only the newest request matters: a newer request replaces the one that waits, and may
/// cancel the one that runs.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace kvw::wb {

/// Runs one job at a time, on one thread. Thread: GUI thread.
class LatestJob : public QObject {
    Q_OBJECT
 public:
    /// Returns true when the job's result is no longer wanted; long loops should check it now and then.
    using Stale = std::function<bool()>;
    using Report = std::function<void()>;  ///< runs on the GUI thread; empty: nothing to report
    using Work = std::function<Report(const Stale&)>;

    /// Treatment of a running job on destruction: it is waited for, or left to itself. A job left to itself must own
    /// all data that it reads; its report is never called.
    enum class End { Wait, Leave };
    explicit LatestJob(QObject* parent = nullptr, End end = End::Wait);
    ~LatestJob() override;  ///< cancels
    /// Returns the thread pool of all jobs with End::Leave. It has more threads than there are cores, so that an
    /// unwanted job does not delay others. The program waits for it at its end.
    [[nodiscard]] static QThreadPool& leftThreads();

    /// Makes each report wait until `hold` calls the function passed to it on the GUI thread, for views whose changes
    /// are painted one after the other. No other job starts meanwhile. That function returns false if nothing was
    /// reported, because the result was no longer wanted or the LatestJob is destroyed.
    using Hold = std::function<void(std::function<bool()>)>;
    void holdReports(Hold hold) { m_hold = std::move(hold); }

    /// Starts a job, or queues it in place of the waiting one. `cancelRunning` false: the running job ends and reports
    /// first.
    void request(Work work, bool cancelRunning);
    void cancel();  ///< also drops the waiting job
    [[nodiscard]] bool idle() const noexcept { return !m_running && !m_next; }

 Q_SIGNALS:
    /// A job that was still wanted threw an exception, mostly out of memory. Nothing is reported.
    void failed(const QString& what);
    void finished();  ///< no job runs or waits

 private:
    void launch(Work work);
    void goOn();  ///< launches the waiting job, or emits `finished`

    QThreadPool m_pool;
    End m_end;
    std::shared_ptr<std::atomic<std::int64_t>> m_id;
    bool m_running = false;
    Work m_next;
    Hold m_hold;
};

}  // namespace kvw::wb
