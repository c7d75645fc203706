// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/latest_job.h"

#include <QFutureWatcher>
#include <QPointer>
#include <QPromise>
#include <exception>

namespace kvw::wb {

namespace {

constexpr int kLeftThreads = 16;

}  // namespace

LatestJob::LatestJob(QObject* parent, End end)
    : QObject(parent), m_end(end), m_id(std::make_shared<std::atomic<std::int64_t>>(0)) {
    m_pool.setMaxThreadCount(1);
}

LatestJob::~LatestJob() {
    cancel();
    m_pool.waitForDone();
}

QThreadPool& LatestJob::leftThreads() {
    static QThreadPool threads;
    threads.setMaxThreadCount(kLeftThreads);
    return threads;
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

void LatestJob::goOn() {
    if (m_next && !m_running) {
        launch(std::exchange(m_next, nullptr));
    } else if (!m_next && !m_running) {
        Q_EMIT finished();
    }
}

void LatestJob::launch(Work work) {
    m_running = true;
    const std::int64_t id = *m_id;
    struct Outcome {
        Report report;
        QString thrown;
    };
    auto promise = std::make_shared<QPromise<Outcome>>();
    auto* watcher = new QFutureWatcher<Outcome>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, id] {
        const Outcome outcome = watcher->future().takeResult();
        watcher->deleteLater();
        const auto tell = [self = QPointer(this), id, report = outcome.report] {
            if (self == nullptr) {
                return false;
            }
            self->m_running = false;
            const bool wanted = *self->m_id == id;
            if (wanted) {
                report();
            }
            self->goOn();
            return wanted;
        };
        if (*m_id == id && outcome.report && m_hold) {
            m_hold(tell);
        } else if (*m_id == id && outcome.report) {
            tell();
        } else {
            m_running = false;
            if (*m_id == id && !outcome.thrown.isNull()) {
                Q_EMIT failed(outcome.thrown);
            }
            goOn();
        }
    });
    watcher->setFuture(promise->future());
    // Capture nothing of `this`, since the job may outlive it.
    (m_end == End::Wait ? m_pool : leftThreads()).start([promise, work = std::move(work), counter = m_id, id] {
        promise->start();
        Outcome outcome;
        try {
            outcome.report = work([&] { return counter->load(std::memory_order_relaxed) != id; });
        } catch (const std::exception& thrown) {
            // Mostly out of memory; the view stays as it was.
            qWarning("a view could not be drawn: %s", thrown.what());
            outcome.thrown = QString::fromUtf8(thrown.what());
        }
        promise->addResult(std::move(outcome));
        promise->finish();
    });
}

}  // namespace kvw::wb
