// SPDX-License-Identifier: GPL-3.0-or-later
/// Resizes a dock in its window to a width or height, as far as there is room.
#pragma once

#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>

namespace kvw::wb {

/// Asks several times: each time QMainWindow divides the space among the neighbours again, which converges.
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
