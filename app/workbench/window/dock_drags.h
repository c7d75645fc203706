// SPDX-License-Identifier: GPL-3.0-or-later
/// Docks that are dragged by their titles, and the gaps between them: when it begins, and when they lie where they are
/// let go. What Qt tells of it comes in pieces, the first of them in mid-air.
#pragma once

#include <QMainWindow>
#include <vector>

#include "app/workbench/window/dock_layout.h"

namespace kvw::wb {

/// Thread: GUI thread. A press that moves nothing is told, too. Window and docks live longer.
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
    bool m_held = false;
};

}  // namespace kvw::wb
