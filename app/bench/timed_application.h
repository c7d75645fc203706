// SPDX-License-Identifier: GPL-3.0-or-later
/// Application object that measures how long rounds of the event loop take.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <vector>

namespace kvw::wb {

/// Returns milliseconds since the process started, by the system's clock (resolution 10 ms).
[[nodiscard]] double processAgeMs();

/// Times rounds of the event loop, each from the first event after a sleep to the last event before the next sleep. A
/// round that painted is a frame. Costs two clock reads per event. Thread: GUI thread.
class TimedApplication : public QApplication {
    Q_OBJECT
 public:
    TimedApplication(int& argc, char** argv);
    /// Waits for jobs left to themselves (LatestJob::leftThreads) while the objects they use still exist.
    ~TimedApplication() override;
    bool notify(QObject* target, QEvent* event) override;
    void measure(bool on);
    /// Discards the frames and other rounds measured so far.
    void forget() {
        m_frames.clear();
        m_others.clear();
    }
    [[nodiscard]] const std::vector<double>& frames() const noexcept { return m_frames; }  ///< milliseconds
    [[nodiscard]] const std::vector<double>& others() const noexcept { return m_others; }  ///< rounds without paint
    [[nodiscard]] double firstPaintMs() const noexcept { return m_firstPaint; }  ///< since the process started

    /// Starts to record the first and the last paint from now on.
    void watchPaint();
    [[nodiscard]] double firstPaintAfterMs() const noexcept { return m_firstAfter; }  ///< -1: nothing was painted yet
    [[nodiscard]] double lastPaintAfterMs() const noexcept { return m_lastAfter; }
    [[nodiscard]] double watchedMs() const;

 Q_SIGNALS:
    /// An event handler threw an exception, such as out of memory; the event was abandoned.
    void failed(QString what);

 private:
    void finishRound();

    QElapsedTimer m_clock;
    std::int64_t m_begin = 0, m_last = 0;
    int m_depth = 0;
    bool m_painted = false, m_paintedNow = false, m_measuring = false;
    double m_firstPaint = -1, m_firstAfter = -1, m_lastAfter = -1;
    std::int64_t m_watch = 0;
    std::vector<double> m_frames, m_others;
};

}  // namespace kvw::wb
