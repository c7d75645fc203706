// SPDX-License-Identifier: GPL-3.0-or-later
/// Detects the begin and end of drags of docks by their titles and of the gaps between docks. Qt's own signals arrive
/// in pieces, the first while the dock is still being dragged.
#pragma once

#include <QMainWindow>
#include <optional>
#include <vector>

#include "app/workbench/shell/layout/dock_layout.h"

namespace kvw::wb {

/// Emits `begins` on a press and `over` only if the press became a drag. Window and docks must outlive it. Thread: GUI
/// thread.
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
    /// Returns whether a press hits the title of a dock or a gap between docks. Presses that a child widget ignores
    /// arrive here as well.
    [[nodiscard]] bool takesHold(const QObject* target, QPoint place) const;

    const QMainWindow& m_window;
    std::optional<QPoint> m_held;  ///< position of the press, on the screen
    int m_least = 0;               ///< distance from there at which it becomes a drag
    bool m_dragged = false;
};

}  // namespace kvw::wb
