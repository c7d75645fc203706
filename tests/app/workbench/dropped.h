// SPDX-License-Identifier: GPL-3.0-or-later
/// Files that are dragged over a widget and let go there, as the window system would tell the window about it.
#pragma once

#include <QCoreApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>
#include <QWindow>

namespace kvw::tests {

/// False: it was not taken. `possible`: what the source allows; a file manager proposes to move.
inline bool dropOn(const QWidget& widget, const QList<QUrl>& urls,
                   Qt::DropActions possible = Qt::CopyAction | Qt::MoveAction | Qt::LinkAction,
                   Qt::DropAction proposed = Qt::MoveAction) {
    QMimeData data;
    data.setUrls(urls);
    QWindow* window = widget.window()->windowHandle();
    const QPoint at = widget.mapTo(widget.window(), widget.rect().center());
    QDragEnterEvent enter(at, possible, &data, Qt::LeftButton, Qt::NoModifier);
    enter.setDropAction(proposed);
    enter.ignore();
    QCoreApplication::sendEvent(window, &enter);
    if (!enter.isAccepted()) {
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(window, &leave);
        return false;
    }
    QDragMoveEvent move(at, possible, &data, Qt::LeftButton, Qt::NoModifier);
    move.setDropAction(proposed);
    QCoreApplication::sendEvent(window, &move);
    QDropEvent drop(at, possible, &data, Qt::LeftButton, Qt::NoModifier);
    drop.setDropAction(proposed);
    drop.ignore();
    QCoreApplication::sendEvent(window, &drop);
    // Told that its files were moved, the source would delete them.
    return move.isAccepted() && drop.isAccepted() && enter.dropAction() != Qt::MoveAction &&
           drop.dropAction() != Qt::MoveAction;
}

}  // namespace kvw::tests
