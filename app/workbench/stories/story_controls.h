// SPDX-License-Identifier: GPL-3.0-or-later
/// The controls of a window by the names that stories use, and a frame that points at one.
#pragma once

#include <QDockWidget>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace kvw::wb {

[[nodiscard]] QDockWidget* dockOf(const QWidget& window, const QString& id);
/// A dock by its id, `action:NAME` for a button of a tool bar, else a widget by its objectName; null: there is none.
[[nodiscard]] QWidget* controlOf(const QWidget& window, const QString& name);

/// Frames one control at a time. Thread: GUI thread. The frame lies in the control, takes no clicks and goes with it; a
/// control that is made anew is found again.
class ControlMarker : public QObject {
    Q_OBJECT
 public:
    /// `home`: the dock that is not covered by what is shown.
    ControlMarker(QWidget& window, QDockWidget& home);
    /// Brings the control to light and marks it; empty: no mark. False: there is none of that name.
    bool mark(const QString& name);

 private:
    bool place(bool reveal);
    void reveal(QWidget& control);
    static void scrollTo(QWidget& control);

    QWidget& m_window;
    QDockWidget& m_home;
    QString m_name;
    QPointer<QWidget> m_frame;
    QTimer m_again;
    int m_scrolls = 0;  ///< that are still to come: where a control lies is known when its form is laid out
};

}  // namespace kvw::wb
