// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the controls of a window by the names used in stories, and marks one with a frame.
#pragma once

#include <QDockWidget>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace kvw::wb {

[[nodiscard]] QDockWidget* dockOf(const QWidget& window, const QString& id);
/// Returns a dock by its id, a tool bar button by `action:NAME`, or a widget by its objectName; null: not found.
[[nodiscard]] QWidget* controlOf(const QWidget& window, const QString& name);

/// Returns whether controls of a dock have a mode: words of the names of its figures, such as "mean" or "by-slot".
[[nodiscard]] bool hasMode(const QWidget& window, const QString& dock, const QString& mode);
/// Sets these controls as a user would. Returns false if there is no such mode.
bool setMode(const QWidget& window, const QString& dock, const QString& mode);

/// Frames one control at a time. The frame is a child of the control and ignores clicks; if the control is replaced,
/// the new one is framed. Thread: GUI thread.
class ControlMarker : public QObject {
    Q_OBJECT
 public:
    /// `home`: dock of the story, which is not raised and so does not cover the marked control.
    ControlMarker(QWidget& window, QDockWidget& home);
    /// Reveals the control and marks it; empty: removes the mark. Returns false if there is no control of that name.
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
    int m_scrolls = 0;  ///< remaining attempts to scroll to the control, since its place is known only after its form
                        ///< is laid out
};

}  // namespace kvw::wb
