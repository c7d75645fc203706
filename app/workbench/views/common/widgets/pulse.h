// SPDX-License-Identifier: GPL-3.0-or-later
/// Highlights for a moment what the newest step of a live run changed.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <functional>

namespace kvw::wb {

/// Does nothing where the user's style has no animations; pulses at most three times a second. Thread: GUI thread.
class Pulse : public QObject {
    Q_OBJECT
 public:
    /// A child of `widget`. `over`: called when the pulse ends.
    Pulse(QWidget& widget, std::function<void()> over);

    /// Returns true if `step` of a recording should pulse: it is newer than the step of the last call, and arrived
    /// while the run was followed (`live`).
    [[nodiscard]] bool shouldPulse(const void* recording, std::int64_t step, bool live);
    void start();
    [[nodiscard]] bool on() const { return m_timer.isActive(); }
    [[nodiscard]] int started() const noexcept { return m_started; }  ///< number of pulses, for tests

 private:
    QWidget& m_widget;
    QTimer m_timer;
    QElapsedTimer m_last;
    const void* m_recording = nullptr;
    std::int64_t m_step = -1;
    int m_started = 0;
};

}  // namespace kvw::wb
