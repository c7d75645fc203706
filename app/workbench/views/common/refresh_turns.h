// SPDX-License-Identifier: GPL-3.0-or-later
/// Refreshes the docks of a window with new data one after the other.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <deque>
#include <functional>

namespace kvw::wb {

/// Each turn is one frame: a view refreshes, its changes are painted, and the event loop is then free for about as long
/// as both took. So the window stays responsive during a decode at full speed, and on a slow machine each view shows
/// new data less often instead of all of them late. First come, first served. Thread: GUI thread.
class RefreshTurns : public QObject {
    Q_OBJECT
 public:
    /// Returns the turns of `window`, created by the first call.
    static RefreshTurns& of(QWidget* window);
    /// Calls `refresh` in its turn, unless `owner` is destroyed by then. `refresh` returns false if there was nothing
    /// to do; the turn then passes to the next one.
    void wait(QObject* owner, std::function<bool()> refresh);
    /// Like `wait`, but ahead of its queue, for results that somebody waits for. If both queues are filled, they
    /// alternate, so that neither starves.
    void waitInFront(QObject* owner, std::function<bool()> refresh);

 Q_SIGNALS:
    /// Emitted when a turn is over; refresh, replot and paint took `ms`. `owner` may be null.
    void took(QObject* owner, double ms);

 private:
    struct Turn {
        QPointer<QObject> owner;
        std::function<bool()> refresh;
    };

    explicit RefreshTurns(QObject* parent);
    void take();
    void begin();
    void finish();

    std::deque<Turn> m_waiting, m_inFront;
    QElapsedTimer m_clock;
    QTimer m_gap, m_shown;                      ///< between turns; fires when the changes of a turn are painted
    QPointer<QObject> m_owner;                  ///< owner of the current turn
    bool m_busy = false, m_wasInFront = false;  ///< a turn is scheduled or under way; the last one was of m_inFront
};

}  // namespace kvw::wb
