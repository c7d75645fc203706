// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/frame_bench.h"

#include <unistd.h>

#include <QEvent>
#include <QFile>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>

#include "app/workbench/docks/refresh_turns.h"

namespace kvw::wb {

namespace {

/// Events that follow each other with less than this between them are one round: the loop did not sleep.
constexpr std::int64_t kSleepNs = 200'000;

double percentile(std::vector<double> values, double share) {
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double residentMegabytes() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QList<QByteArray> fields = file.readAll().split(' ');
    return fields.size() < 2 ? 0 : static_cast<double>(fields[1].toLongLong() * sysconf(_SC_PAGESIZE)) / 1e6;
}

}  // namespace

double processAgeMs() {
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    // The name in brackets may hold spaces: fields are counted behind it; the start time is field 22 of all.
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

bool TimedApplication::notify(QObject* target, QEvent* event) {
    if (m_depth == 0) {
        const std::int64_t now = m_clock.nsecsElapsed();
        if (now - m_last > kSleepNs) {
            finishRound();
            m_begin = now;
        }
    }
    m_painted = m_painted || event->type() == QEvent::Paint;
    ++m_depth;
    const bool handled = QApplication::notify(target, event);
    if (--m_depth == 0) {
        m_last = m_clock.nsecsElapsed();
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

int runFrameBench(TimedApplication& application, Workspace& workspace, MainWindow& window, std::int64_t steps) {
    double tokensPerSecond = 0;
    bool decoding = false;
    std::map<QString, std::vector<double>> turns;
    QObject::connect(&RefreshTurns::of(&window), &RefreshTurns::took, &window, [&](QObject* owner, double ms) {
        if (decoding && owner != nullptr) {
            turns[owner->objectName()].push_back(ms);
        }
    });
    QObject::connect(&workspace, &Workspace::dirty, &window, [&](Dirty what) {
        if (!(what & DirtyFlag::Status)) {
            return;
        }
        const SessionStatus status = workspace.client().status();
        if (status.state == SessionState::Running && !decoding) {
            decoding = true;
            application.measure(true);
        }
        tokensPerSecond = std::max(tokensPerSecond, status.tokensPerSecond);
        const bool over = status.state == SessionState::Finished || status.state == SessionState::Failed ||
                          status.state == SessionState::Stopped || (decoding && status.position >= steps);
        if (over) {
            application.measure(false);
            QTimer::singleShot(0, qApp, [] { QCoreApplication::exit(); });  // quit would ask about the run
        }
    });
    QTimer::singleShot(0, &window, [&] {
        if (const auto started = workspace.startExample(examples().front()); !started) {
            std::fprintf(stderr, "%s\n", started.error().sentence().c_str());
            QCoreApplication::exit(1);
        }
    });
    const int code = QApplication::exec();
    const SessionStatus status = workspace.client().status();
    const std::vector<double>& frames = application.frames();
    std::printf("first paint      %7.0f ms after the process was started\n", application.firstPaintMs());
    std::printf("frames           %7zu while decoding\n", frames.size());
    std::printf("frame p50        %7.2f ms\n", percentile(frames, 0.50));
    std::printf("frame p95        %7.2f ms\n", percentile(frames, 0.95));
    std::printf("frame max        %7.2f ms\n", percentile(frames, 1.0));
    std::printf("other rounds max %7.2f ms of %zu\n", percentile(application.others(), 1.0),
                application.others().size());
    for (const auto& [name, ms] : turns) {
        std::printf("  %-14s %7.2f ms p50, %.2f ms p95 of %zu turns\n", name.toUtf8().constData(), percentile(ms, 0.50),
                    percentile(ms, 0.95), ms.size());
    }
    std::printf("decode           %7.0f tokens/s at best\n", tokensPerSecond);
    std::printf("resident         %7.0f MB\n", residentMegabytes());
    if (status.state == SessionState::Failed) {
        std::fprintf(stderr, "%s\n", status.message.c_str());
        return 1;
    }
    return code;
}

}  // namespace kvw::wb
