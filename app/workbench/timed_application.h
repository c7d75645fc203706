// SPDX-License-Identifier: GPL-3.0-or-later
/// An application object that knows how long the window's rounds take.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <vector>

namespace kvw::wb {

/// Milliseconds since the process was started, as the system counts (resolution 10 ms).
[[nodiscard]] double processAgeMs();

/// An application that times rounds of its event loop: from the first event after a sleep to the last before the next.
/// A round that painted is a frame. Costs two clock reads per event. Thread: GUI thread.
class TimedApplication : public QApplication {
    Q_OBJECT
 public:
    TimedApplication(int& argc, char** argv);
    /// Jobs that were left to themselves end while there is still all that they use.
    ~TimedApplication() override;
    bool notify(QObject* target, QEvent* event) override;
    void measure(bool on);
    /// Frames and other rounds measured so far.
    void forget() {
        m_frames.clear();
        m_others.clear();
    }
    [[nodiscard]] const std::vector<double>& frames() const noexcept { return m_frames; }  ///< milliseconds
    [[nodiscard]] const std::vector<double>& others() const noexcept { return m_others; }  ///< rounds without paint
    [[nodiscard]] double firstPaintMs() const noexcept { return m_firstPaint; }  ///< since the process was started

    /// From now on: when was painted first, and last.
    void watchPaint();
    [[nodiscard]] double firstPaintAfterMs() const noexcept { return m_firstAfter; }  ///< -1: nothing was yet
    [[nodiscard]] double lastPaintAfterMs() const noexcept { return m_lastAfter; }
    [[nodiscard]] double watchedMs() const;

 Q_SIGNALS:
    /// An event was given up because of an exception, such as of memory that could not be had.
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
