// SPDX-License-Identifier: GPL-3.0-or-later
/// A thread for jobs that take a while and report to the GUI thread.
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>
#include <utility>

namespace kvw::wb {

/// Does one job at a time, in order. It is declared as the last member of its owner, so that its jobs end before
/// anything they use. Thread: GUI thread, except `tell`.
class JobThread {
 public:
    explicit JobThread(QObject& owner) : m_owner(owner) { m_pool.setMaxThreadCount(1); }

    /// Calls `work` on the thread.
    template <class Work>
    void start(Work work) {
        m_pool.start(std::move(work));
    }
    /// Calls `work` on the thread, and then `report` with its result on the GUI thread, if the owner still lives.
    template <class Work, class Report>
    void start(Work work, Report report) {
        start([this, work = std::move(work), report = std::move(report)]() mutable {
            tell([report = std::move(report), result = work()]() mutable { report(std::move(result)); });
        });
    }
    /// Calls `report` on the GUI thread, if the owner still lives. Thread: any.
    template <class Report>
    void tell(Report report) const {
        QMetaObject::invokeMethod(&m_owner, std::move(report), Qt::QueuedConnection);
    }
    void wait() { m_pool.waitForDone(); }

 private:
    QObject& m_owner;
    QThreadPool m_pool;
};

}  // namespace kvw::wb
