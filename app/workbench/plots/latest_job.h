// SPDX-License-Identifier: GPL-3.0-or-later
/// Work off the GUI thread of which only the newest matters: a newer request replaces the one that waits, and may
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

/// Thread: GUI thread. One job at a time, on one thread.
class LatestJob : public QObject {
    Q_OBJECT
 public:
    /// True: the job's result is no longer wanted; long loops ask now and then.
    using Stale = std::function<bool()>;
    using Report = std::function<void()>;  ///< runs on the GUI thread; empty: nothing to tell
    using Work = std::function<Report(const Stale&)>;

    /// What becomes of a job that runs when this goes: it is waited for, or left to itself. What is left has to hold
    /// all that it reads; its report never comes.
    enum class End { Wait, Leave };
    explicit LatestJob(QObject* parent = nullptr, End end = End::Wait);
    ~LatestJob() override;  ///< cancels
    /// The threads of all jobs of End::Leave: more than there are cores, so that one that nobody wants any more keeps
    /// nobody waiting. Waited for when the program ends.
    [[nodiscard]] static QThreadPool& leftThreads();

    /// From now on a report waits until `hold` calls what it is given, on the GUI thread: for views whose changes are
    /// painted one after the other. Nothing is launched meanwhile. What is called returns false if nothing was
    /// reported: it was no longer wanted, or this is gone.
    using Hold = std::function<void(std::function<bool()>)>;
    void holdReports(Hold hold) { m_hold = std::move(hold); }

    /// `cancelRunning` false: the running job ends and reports first.
    void request(Work work, bool cancelRunning);
    void cancel();  ///< also drops what waits
    [[nodiscard]] bool idle() const noexcept { return !m_running && !m_next; }

 Q_SIGNALS:
    /// A job that was still wanted ended with an exception, mostly of memory that could not be had: nothing is
    /// reported.
    void failed(const QString& what);
    void finished();  ///< nothing runs and nothing waits

 private:
    void launch(Work work);
    void goOn();  ///< with what waits

    QThreadPool m_pool;
    End m_end;
    std::shared_ptr<std::atomic<std::int64_t>> m_id;
    bool m_running = false;
    Work m_next;
    Hold m_hold;
};

}  // namespace kvw::wb
