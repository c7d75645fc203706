// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plots/latest_job.h"

#include <exception>
#include <utility>

namespace kvw::wb {

LatestJob::LatestJob(QObject* parent) : QObject(parent), m_id(std::make_shared<std::atomic<std::int64_t>>(0)) {
    m_pool.setMaxThreadCount(1);
}

LatestJob::~LatestJob() {
    cancel();
    m_pool.waitForDone();
}

void LatestJob::request(Work work, bool cancelRunning) {
    if (cancelRunning) {
        ++*m_id;
    }
    if (m_running) {
        m_next = std::move(work);
    } else {
        launch(std::move(work));
    }
}

void LatestJob::cancel() {
    ++*m_id;
    m_next = nullptr;
}

void LatestJob::launch(Work work) {
    m_running = true;
    m_pool.start([this, work = std::move(work), counter = m_id, id = m_id->load()] {
        Report report;
        try {
            report = work([&] { return counter->load(std::memory_order_relaxed) != id; });
        } catch (const std::exception& thrown) {
            // Mostly of memory that could not be had: the view stays as it was.
            qWarning("a view could not be drawn: %s", thrown.what());
        }
        QMetaObject::invokeMethod(
            this,
            [this, report = std::move(report), id] {
                m_running = false;
                if (report && *m_id == id) {
                    report();
                }
                if (m_next) {
                    launch(std::exchange(m_next, nullptr));
                } else if (!m_running) {
                    Q_EMIT finished();
                }
            },
            Qt::QueuedConnection);
    });
}

}  // namespace kvw::wb
