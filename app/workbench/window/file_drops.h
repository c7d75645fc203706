// SPDX-License-Identifier: GPL-3.0-or-later
/// Files that are dropped anywhere on the window: on a dock within it or floating, on a text field, on one of its
/// dialogs. A widget below the mouse would take them for text to insert, or a window of its own would not take them.
#pragma once

#include <QList>
#include <QUrl>
#include <QWidget>
#include <functional>

namespace kvw::wb {

/// An event filter for the application object: sees drags of files before the widgets do. Thread: GUI thread.
class FileDrops : public QObject {
    Q_OBJECT
 public:
    using Take = std::function<void(const QList<QUrl>&)>;
    FileDrops(QWidget& window, Take take);
    bool eventFilter(QObject* target, QEvent* event) override;

 private:
    /// Of the window, a floating dock or a dialog without a mode; a file dialog moves files by itself.
    [[nodiscard]] bool isOurs(const QObject* target) const;

    QWidget& m_window;
    Take m_take;
};

}  // namespace kvw::wb
