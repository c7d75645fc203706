// SPDX-License-Identifier: GPL-3.0-or-later
/// What the newest step of a live run changed stands out for a moment.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <functional>

namespace kvw::wb {

/// Not where the user's style has no animations, and no more than three times a second. Thread: GUI thread.
class Pulse : public QObject {
    Q_OBJECT
 public:
    /// A child of `widget`. `over`: called once it is over.
    Pulse(QWidget& widget, std::function<void()> over);

    /// Whether `step` of a recording is to stand out: it came while the run was followed (`live`), after the last one
    /// that was asked about.
    [[nodiscard]] bool due(const void* recording, std::int64_t step, bool live);
    void start();
    [[nodiscard]] bool on() const { return m_timer.isActive(); }
    [[nodiscard]] int started() const noexcept { return m_started; }  ///< times, for tests

 private:
    QWidget& m_widget;
    QTimer m_timer;
    QElapsedTimer m_last;
    const void* m_recording = nullptr;
    std::int64_t m_step = -1;
    int m_started = 0;
};

}  // namespace kvw::wb
