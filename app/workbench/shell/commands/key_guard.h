// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the window's one-key shortcuts from taking keys that the focused control needs (arrows in a slider, Space on a
/// button or a checkable row). Also manages focus: Return ends the typing of a number; focus from a hidden dock goes to
/// a view rather than to the next button, and from a dock behind another tab to the window; a click anywhere in a dock
/// moves the focus into it.
#pragma once

#include <QPointer>
#include <QWidget>

namespace kvw::wb {

class Dock;

/// An event filter for the application object. Thread: GUI thread.
class KeyGuard : public QObject {
    Q_OBJECT
 public:
    /// `home`: gets the focus after Return in a number field of `window` and after the focused dock was hidden, as long
    /// as no view has had it.
    KeyGuard(QWidget* window, QWidget* home);
    bool eventFilter(QObject* target, QEvent* event) override;
    /// Returns the widget that Tab (or Shift+Tab) goes to in the window; null: none. Skips docks behind other tabs,
    /// which Qt would include.
    [[nodiscard]] static QWidget* nextInSight(QWidget* window, bool forward);
    /// Gives `dock` the focus unless one of its widgets has it.
    static void giveKeysTo(const Dock& dock);

 private:
    /// Handles a press of any mouse button: gives the dock the focus if the pressed widget takes none, such as a label
    /// or the dock's title bar.
    void pressed(const QWidget* target) const;
    [[nodiscard]] static bool needs(const QObject* target, int key);
    /// Commits the number and returns the focus, so that the next key goes to the window.
    bool commit(QObject* target);

    /// Returns whether the focus moved to a control only because the dock or bar of `before` was hidden.
    [[nodiscard]] bool strays(const QWidget* before, const QWidget* now) const;
    void comeBack();
    /// Takes the focus from a widget behind another tab.
    void leaveHidden();

    QWidget* m_window;
    QPointer<QWidget> m_home, m_back;
    QPointer<QWidget> m_strayed;  ///< control that got the focus by accident
};

}  // namespace kvw::wb
