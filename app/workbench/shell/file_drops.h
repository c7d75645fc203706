// SPDX-License-Identifier: GPL-3.0-or-later
/// Accepts files dropped anywhere on the window, a floating dock or one of its dialogs. Otherwise a text field would
/// insert their paths, and other top-level windows would refuse them.
#pragma once

#include <QList>
#include <QUrl>
#include <QWidget>
#include <functional>

namespace kvw::wb {

/// Event filter for the application object that handles drags of files before the widgets do. Thread: GUI thread.
class FileDrops : public QObject {
    Q_OBJECT
 public:
    using Take = std::function<void(const QList<QUrl>&)>;
    FileDrops(QWidget& window, Take take);
    bool eventFilter(QObject* target, QEvent* event) override;

 private:
    /// Returns whether the target is the window, a floating dock or a modeless dialog. A file dialog handles dropped
    /// files itself.
    [[nodiscard]] bool isOurs(const QObject* target) const;

    QWidget& m_window;
    Take m_take;
};

}  // namespace kvw::wb
