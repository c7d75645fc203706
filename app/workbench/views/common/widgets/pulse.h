// SPDX-License-Identifier: GPL-3.0-or-later
/// Highlights for a moment what the newest step of a live run changed.
#pragma once

#include <QElapsedTimer>
#include <QStyle>
#include <QTimer>
#include <QWidget>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace kvw::wb {

/// Does nothing where the user's style has no animations; pulses at most three times a second. Thread: GUI thread.
class Pulse : public QObject {
    Q_OBJECT
 public:
    /// A child of `widget`. `over`: called when the pulse ends.
    Pulse(QWidget& widget, std::function<void()> over) : QObject(&widget), m_widget(widget) {
        m_timer.setSingleShot(true);
        m_timer.setInterval(kLong);
        connect(&m_timer, &QTimer::timeout, this, [over = std::move(over)] { over(); });
    }

    /// Returns true if `step` of a recording should pulse: it is newer than the step of the last call, and arrived
    /// while the run was followed (`live`).
    [[nodiscard]] bool shouldPulse(const void* recording, std::int64_t step, bool live) {
        const bool newer = recording == m_recording && m_step >= 0 && step > m_step;
        m_recording = recording;
        m_step = step;
        return newer && live && (!m_last.isValid() || m_last.hasExpired(kApart.count())) &&
               m_widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &m_widget) > 0;
    }

    void start() {
        ++m_started;
        m_last.start();
        m_timer.start();
    }
    [[nodiscard]] bool on() const { return m_timer.isActive(); }
    [[nodiscard]] int started() const noexcept { return m_started; }  ///< number of pulses, for tests

 private:
    /// Long enough for at least one frame that the eye notices.
    static constexpr auto kLong = std::chrono::milliseconds(70);
    /// Flashes that follow faster can harm (WCAG 2.3.1).
    static constexpr auto kApart = std::chrono::milliseconds(340);

    QWidget& m_widget;
    QTimer m_timer;
    QElapsedTimer m_last;
    const void* m_recording = nullptr;
    std::int64_t m_step = -1;
    int m_started = 0;
};

}  // namespace kvw::wb
