// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the window's one-key shortcuts from stealing keys that the focused control needs (arrows in a slider, Space on
/// a button or on a row with a box), and ends the typing of a number with Return.
#pragma once

#include <QPointer>
#include <QWidget>

namespace kvw::wb {

/// An event filter for the application object. Thread: GUI thread.
class KeyGuard : public QObject {
    Q_OBJECT
 public:
    /// `home`: what has the focus after Return in a number of `window`, until a view had it.
    KeyGuard(QWidget* window, QWidget* home);
    bool eventFilter(QObject* target, QEvent* event) override;

 private:
    [[nodiscard]] static bool needs(const QObject* target, int key);
    /// Commits the number and gives the focus back, so that the next key is the window's.
    bool commit(QObject* target);

    QWidget* m_window;
    QPointer<QWidget> m_back;
};

}  // namespace kvw::wb
