// SPDX-License-Identifier: GPL-3.0-or-later
/// Docks that are dragged by their titles, and the gaps between them: when it begins, and when they lie where they are
/// let go. What Qt tells of it comes in pieces, the first of them in mid-air.
#pragma once

#include <QMainWindow>
#include <optional>
#include <vector>

#include "app/workbench/window/dock_layout.h"

namespace kvw::wb {

/// Thread: GUI thread. A press that moves nothing begins, but is never over. Window and docks live longer.
class DockDrags : public QObject {
    Q_OBJECT
 public:
    DockDrags(QMainWindow& window, const std::vector<DockLayout::Placed>& docks, QObject* parent);

 Q_SIGNALS:
    void begins();
    void over();

 protected:
    bool eventFilter(QObject* target, QEvent* event) override;

 private:
    /// On the title of a dock, or between docks: what a widget within leaves to those around it comes here as well.
    [[nodiscard]] bool takesHold(const QObject* target, QPoint place) const;

    const QMainWindow& m_window;
    std::optional<QPoint> m_held;  ///< where, on the screen
    int m_least = 0;               ///< so far from there it is a drag
    bool m_dragged = false;
};

}  // namespace kvw::wb
