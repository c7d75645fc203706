// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/shell/file_drops.h"

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QWindow>
#include <utility>

namespace kvw::wb {

namespace {

/// Accepts a drop as copy or link, never as move: after a move the source may delete the file.
void acceptToRead(QDropEvent& event) {
    const Qt::DropActions possible = event.possibleActions() & (Qt::CopyAction | Qt::LinkAction);
    event.setDropAction((possible & Qt::CopyAction) ? Qt::CopyAction : Qt::LinkAction);
    event.setAccepted(possible != Qt::IgnoreAction);
}

}  // namespace

FileDrops::FileDrops(QWidget& window, Take take) : QObject(&window), m_window(window), m_take(std::move(take)) {
    qApp->installEventFilter(this);
}

bool FileDrops::isOurs(const QObject* target) const {
    if (!target->isWindowType() || QApplication::activeModalWidget() != nullptr) {
        return false;
    }
    const QWidgetList windows = QApplication::topLevelWidgets();
    for (const QWidget* widget : windows) {
        if (widget->windowHandle() != target) {
            continue;
        }
        while (widget != nullptr && widget != &m_window) {
            widget = widget->parentWidget();
        }
        return widget != nullptr;
    }
    return false;
}

bool FileDrops::eventFilter(QObject* target, QEvent* event) {
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::DragMove && event->type() != QEvent::Drop) {
        return false;
    }
    auto& drop = static_cast<QDropEvent&>(*event);  // base class of the other two events
    if (drop.source() != nullptr || !drop.mimeData()->hasUrls() || !isOurs(target)) {
        return false;
    }
    acceptToRead(drop);
    if (event->type() == QEvent::Drop && event->isAccepted()) {
        m_take(drop.mimeData()->urls());
    }
    return true;
}

}  // namespace kvw::wb
