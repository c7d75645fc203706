// SPDX-License-Identifier: GPL-3.0-or-later
/// New data reaches the docks of a window one after the other.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <deque>
#include <functional>

namespace kvw::wb {

/// One turn is one frame: something is refreshed, what it changed is painted, and then the event loop is free for about
/// as long as both took. So the window answers while it shows a decode at full speed, and on a slow machine each view
/// shows new data less often instead of all of them late. First come, first served. Thread: GUI thread.
class RefreshTurns : public QObject {
    Q_OBJECT
 public:
    /// Those of `window`, made when first asked for.
    static RefreshTurns& of(QWidget* window);
    /// Calls `refresh` in its turn, unless `owner` is gone by then. It returns false if there was nothing to do: the
    /// turn is then the next one's.
    void wait(QObject* owner, std::function<bool()> refresh);
    /// The same before those of `wait`, for what somebody waits for; where both wait they take turns, so that neither
    /// starves.
    void waitInFront(QObject* owner, std::function<bool()> refresh);

 Q_SIGNALS:
    /// A turn is over: refreshed, replotted and painted in `ms`. `owner` may be gone.
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
    QTimer m_gap, m_shown;                      ///< between turns; fires when what a turn changed is painted
    QPointer<QObject> m_owner;                  ///< of the turn under way
    bool m_busy = false, m_wasInFront = false;  ///< the turn before this one
};

}  // namespace kvw::wb
