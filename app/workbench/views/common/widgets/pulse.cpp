// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/widgets/pulse.h"

#include <QStyle>
#include <chrono>
#include <utility>

namespace kvw::wb {

namespace {
using namespace std::chrono_literals;
/// Long enough for at least one frame that the eye notices.
constexpr auto kLong = 70ms;
/// Flashes that follow faster can harm (WCAG 2.3.1).
constexpr auto kApart = 340ms;
}  // namespace

Pulse::Pulse(QWidget& widget, std::function<void()> over) : QObject(&widget), m_widget(widget) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kLong);
    connect(&m_timer, &QTimer::timeout, this, [over = std::move(over)] { over(); });
}

bool Pulse::shouldPulse(const void* recording, std::int64_t step, bool live) {
    const bool newer = recording == m_recording && m_step >= 0 && step > m_step;
    m_recording = recording;
    m_step = step;
    return newer && live && (!m_last.isValid() || m_last.hasExpired(std::chrono::milliseconds(kApart).count())) &&
           m_widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &m_widget) > 0;
}

void Pulse::start() {
    ++m_started;
    m_last.start();
    m_timer.start();
}

}  // namespace kvw::wb
