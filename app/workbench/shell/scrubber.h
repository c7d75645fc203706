// SPDX-License-Identifier: GPL-3.0-or-later
/// Time axis of the window: the recorded steps, the cursor, and a tick per prune event.
#pragma once

#include <QWidget>

#include "app/workbench/session/runs/live_changes.h"
#include "app/workbench/session/workspace.h"

namespace kvw::wb {

/// Dragging sets the selected step; the right end follows a live run. Thread: GUI thread.
class Scrubber : public QWidget {
    Q_OBJECT
 public:
    explicit Scrubber(Workspace& workspace, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] std::int64_t stepAt(int x) const;
    [[nodiscard]] int xOf(std::int64_t step) const;

 protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

 private:
    void seek(int x);

    Workspace& m_workspace;
    LiveChanges m_changes;
    bool m_dragging = false;
};

}  // namespace kvw::wb
