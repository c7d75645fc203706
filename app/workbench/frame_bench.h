// SPDX-License-Identifier: GPL-3.0-or-later
/// Measures how fluid the window is while the example decodes at full speed.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <vector>

#include "app/workbench/window/main_window.h"

namespace kvw::wb {

/// Milliseconds since the process was started, as the system counts (resolution 10 ms).
[[nodiscard]] double processAgeMs();

/// An application that times rounds of its event loop: from the first event after a sleep to the last before the next.
/// A round that painted is a frame. Costs two clock reads per event. Thread: GUI thread.
class TimedApplication : public QApplication {
 public:
    TimedApplication(int& argc, char** argv);
    bool notify(QObject* target, QEvent* event) override;
    void measure(bool on);
    [[nodiscard]] const std::vector<double>& frames() const noexcept { return m_frames; }  ///< milliseconds
    [[nodiscard]] const std::vector<double>& others() const noexcept { return m_others; }  ///< rounds without paint
    [[nodiscard]] double firstPaintMs() const noexcept { return m_firstPaint; }  ///< since the process was started

 private:
    void finishRound();

    QElapsedTimer m_clock;
    std::int64_t m_begin = 0, m_last = 0;
    int m_depth = 0;
    bool m_painted = false, m_measuring = false;
    double m_firstPaint = -1;
    std::vector<double> m_frames, m_others;
};

/// Runs the example for `steps` tokens, prints first paint, 95th percentile and maximum of the frames (rounds of the
/// event loop that painted), rounds without paint, tokens per second and resident memory, then quits. Returns the exit
/// code: 1 if the run failed. A frame is the time from the event loop waking up to going to sleep again.
int runFrameBench(TimedApplication& application, Workspace& workspace, MainWindow& window, std::int64_t steps);

}  // namespace kvw::wb
