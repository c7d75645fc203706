// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the window's one-key shortcuts from stealing keys that the focused control needs (arrows in a slider, Space on
/// a button or on a row with a box), ends the typing of a number with Return, and takes the keys of a dock that goes to
/// a view instead of the next button, of one that goes behind another tab to the window. A click anywhere in a dock
/// gives that dock the keys, so that they never stay with a control of another one.
#pragma once

#include <QPointer>
#include <QWidget>

namespace kvw::wb {

class Dock;

/// An event filter for the application object. Thread: GUI thread.
class KeyGuard : public QObject {
    Q_OBJECT
 public:
    /// `home`: what has the focus after Return in a number of `window`, and after its dock went, until a view had it.
    KeyGuard(QWidget* window, QWidget* home);
    bool eventFilter(QObject* target, QEvent* event) override;
    /// What Tab (or Shift+Tab) goes to in the window; null: nothing takes it. Qt would go behind tabs, too.
    [[nodiscard]] static QWidget* nextInSight(QWidget* window, bool forward);
    /// Gives `dock` the keys unless something in it has them.
    static void giveKeysTo(const Dock& dock);

 private:
    /// A press on what takes no focus, such as the title bar of a dock, a label or a button of the mouse.
    void pressed(const QWidget* target) const;
    [[nodiscard]] static bool needs(const QObject* target, int key);
    /// Commits the number and gives the focus back, so that the next key is the window's.
    bool commit(QObject* target);

    /// Whether the focus is on a control only because the dock or bar of `before` went.
    [[nodiscard]] bool strays(const QWidget* before, const QWidget* now) const;
    void comeBack();
    /// Nothing behind another tab keeps the keys.
    void leaveHidden();

    QWidget* m_window;
    QPointer<QWidget> m_home, m_back;
    QPointer<QWidget> m_strayed;  ///< has the focus by chance
};

}  // namespace kvw::wb
