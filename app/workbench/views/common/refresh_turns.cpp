// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/refresh_turns.h"

#include <QWidget>
#include <algorithm>
#include <utility>

namespace kvw::wb {

namespace {
constexpr int kShortestGapMs = 3, kLongestGapMs = 30;
}

RefreshTurns::RefreshTurns(QObject* parent) : QObject(parent) {
    m_gap.setSingleShot(true);
    m_gap.setTimerType(Qt::PreciseTimer);
    connect(&m_gap, &QTimer::timeout, this, &RefreshTurns::take);
    m_shown.setSingleShot(true);
    connect(&m_shown, &QTimer::timeout, this, &RefreshTurns::finish);
}

RefreshTurns& RefreshTurns::of(QWidget* window) {
    for (QObject* child : window->children()) {
        if (auto* turns = dynamic_cast<RefreshTurns*>(child)) {
            return *turns;
        }
    }
    return *new RefreshTurns(window);
}

void RefreshTurns::wait(QObject* owner, std::function<bool()> refresh) {
    m_waiting.push_back({owner, std::move(refresh)});
    begin();
}

void RefreshTurns::waitInFront(QObject* owner, std::function<bool()> refresh) {
    m_inFront.push_back({owner, std::move(refresh)});
    begin();
}

void RefreshTurns::begin() {
    if (!m_busy) {
        m_busy = true;
        m_gap.start(0);
    }
}

void RefreshTurns::take() {
    m_clock.start();
    bool worked = false;
    while (!worked && !(m_waiting.empty() && m_inFront.empty())) {
        const bool inFront = m_waiting.empty() || (!m_inFront.empty() && !m_wasInFront);
        std::deque<Turn>& turns = inFront ? m_inFront : m_waiting;
        const Turn turn = std::move(turns.front());
        turns.pop_front();
        m_owner = turn.owner;
        worked = m_owner != nullptr && turn.refresh();
        m_wasInFront = worked ? inFront : m_wasInFront;
    }
    if (!worked) {
        m_busy = m_wasInFront = false;
        return;
    }
    // Layout, plot and paint events come before timers in the queue, so this timer fires when the frame is on the
    // screen. QTimer::singleShot of 0 ms posts an event that comes before the paint.
    m_shown.start(0);
}

void RefreshTurns::finish() {
    const auto ns = m_clock.nsecsElapsed();
    m_gap.start(std::clamp(static_cast<int>(ns / 1'000'000), kShortestGapMs, kLongestGapMs));
    Q_EMIT took(m_owner, static_cast<double>(ns) / 1e6);
}

}  // namespace kvw::wb
