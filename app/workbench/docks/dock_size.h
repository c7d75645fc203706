// SPDX-License-Identifier: GPL-3.0-or-later
/// A dock in its window as wide or as high as is asked for, where there is room.
#pragma once

#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>

namespace kvw::wb {

/// QMainWindow comes closer with each time it is asked: what the neighbours give up is shared anew.
inline void resizeDock(QMainWindow& window, QDockWidget* dock, int pixels, Qt::Orientation orientation) {
    constexpr int kTries = 6;
    const auto now = [&] { return orientation == Qt::Horizontal ? dock->width() : dock->height(); };
    for (int i = 0; i < kTries && now() != pixels; ++i) {
        const int before = now();
        window.resizeDocks({dock}, {pixels}, orientation);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        if (now() == before) {
            return;
        }
    }
}

}  // namespace kvw::wb
