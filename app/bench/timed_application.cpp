// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/timed_application.h"

#include "app/workbench/plot/latest_job.h"

#include <unistd.h>

#include <QEvent>
#include <QFile>
#include <ctime>
#include <exception>
#include <utility>

namespace kvw::wb {

namespace {

/// Maximum gap in nanoseconds between events of one round; with a longer gap the loop slept.
constexpr std::int64_t kSleepNs = 200'000;

}  // namespace

double processAgeMs() {
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    // The name in brackets may contain spaces, so count fields after it; the start time is field 22.
    const QByteArray line = file.readAll();
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double started = fields.size() > 19 ? fields[19].toDouble() / static_cast<double>(sysconf(_SC_CLK_TCK)) : 0;
    return (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9 - started) * 1e3;
}

TimedApplication::TimedApplication(int& argc, char** argv) : QApplication(argc, argv) {
    m_clock.start();
}

TimedApplication::~TimedApplication() {
    LatestJob::leftThreads().waitForDone();
}

bool TimedApplication::notify(QObject* target, QEvent* event) {
    if (m_depth == 0) {
        const std::int64_t now = m_clock.nsecsElapsed();
        if (now - m_last > kSleepNs) {
            finishRound();
            m_begin = now;
        }
    }
    m_paintedNow = m_paintedNow || event->type() == QEvent::Paint;
    ++m_depth;
    bool handled = false;
    try {
        handled = QApplication::notify(target, event);
    } catch (const std::exception& thrown) {
        // Exceptions must not propagate through Qt. The event is abandoned; the window and the recording stay.
        Q_EMIT failed(QString::fromUtf8(thrown.what()));
    }
    if (--m_depth == 0) {
        m_last = m_clock.nsecsElapsed();
        if (std::exchange(m_paintedNow, false)) {
            m_painted = true;
            m_lastAfter = watchedMs();
            m_firstAfter = m_firstAfter < 0 ? m_lastAfter : m_firstAfter;
        }
    }
    return handled;
}

void TimedApplication::finishRound() {
    if (m_painted && m_firstPaint < 0) {
        m_firstPaint = processAgeMs() - static_cast<double>(m_clock.nsecsElapsed() - m_last) / 1e6;
    }
    if (m_measuring) {
        (m_painted ? m_frames : m_others).push_back(static_cast<double>(m_last - m_begin) / 1e6);
    }
    m_painted = false;
}

void TimedApplication::measure(bool on) {
    m_measuring = on;
}

void TimedApplication::watchPaint() {
    m_watch = m_clock.nsecsElapsed();
    m_firstAfter = m_lastAfter = -1;
}

double TimedApplication::watchedMs() const {
    return static_cast<double>(m_clock.nsecsElapsed() - m_watch) / 1e6;
}

}  // namespace kvw::wb
