// SPDX-License-Identifier: GPL-3.0-or-later
/// Refreshes the docks of a window with new data one after the other.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <algorithm>
#include <deque>
#include <functional>
#include <utility>

namespace kvw::wb {

/// Each turn is one frame: a view refreshes, its changes are painted, and the event loop is then free for about as long
/// as both took, or a multiple of that (`setRest`). So the window stays responsive during a decode at full speed, and
/// on a slow machine each view shows new data less often instead of all of them late. First come, first served. Thread:
/// GUI thread.
class RefreshTurns : public QObject {
    Q_OBJECT
 public:
    /// Returns the turns of `window`, created by the first call.
    static RefreshTurns& of(QWidget* window) {
        for (QObject* child : window->children()) {
            if (auto* turns = dynamic_cast<RefreshTurns*>(child)) {
                return *turns;
            }
        }
        return *new RefreshTurns(window);
    }

    /// Calls `refresh` in its turn, unless `owner` is destroyed by then. `refresh` returns false if there was nothing
    /// to do; the turn then passes to the next one.
    void wait(QObject* owner, std::function<bool()> refresh) {
        m_waiting.push_back({owner, std::move(refresh)});
        begin();
    }
    /// Like `wait`, but ahead of its queue, for results that somebody waits for. If both queues are filled, they
    /// alternate, so that neither starves.
    void waitInFront(QObject* owner, std::function<bool()> refresh) {
        m_inFront.push_back({owner, std::move(refresh)});
        begin();
    }

    /// Sets how many times as long as a turn took the event loop is free behind it; at first once.
    void setRest(int times) noexcept { m_rest = times; }

 Q_SIGNALS:
    /// Emitted when a turn is over; refresh, replot and paint took `ms`. `owner` may be null.
    void took(QObject* owner, double ms);

 private:
    static constexpr int kShortestGapMs = 3, kLongestGapMs = 30;

    struct Turn {
        QPointer<QObject> owner;
        std::function<bool()> refresh;
    };

    explicit RefreshTurns(QObject* parent) : QObject(parent) {
        m_gap.setSingleShot(true);
        m_gap.setTimerType(Qt::PreciseTimer);
        connect(&m_gap, &QTimer::timeout, this, &RefreshTurns::take);
        m_shown.setSingleShot(true);
        connect(&m_shown, &QTimer::timeout, this, &RefreshTurns::finish);
    }

    void take() {
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

    void begin() {
        if (!m_busy) {
            m_busy = true;
            m_gap.start(0);
        }
    }
    void finish() {
        const auto ns = m_clock.nsecsElapsed();
        m_gap.start(m_rest * std::clamp(static_cast<int>(ns / 1'000'000), kShortestGapMs, kLongestGapMs));
        Q_EMIT took(m_owner, static_cast<double>(ns) / 1e6);
    }

    std::deque<Turn> m_waiting, m_inFront;
    QElapsedTimer m_clock;
    QTimer m_gap, m_shown;      ///< between turns; fires when the changes of a turn are painted
    QPointer<QObject> m_owner;  ///< owner of the current turn
    int m_rest = 1;
    bool m_busy = false, m_wasInFront = false;  ///< a turn is scheduled or under way; the last one was of m_inFront
};

}  // namespace kvw::wb
