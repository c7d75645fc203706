// SPDX-License-Identifier: GPL-3.0-or-later
/// Single line of the status bar that shows the state of the run or, for a while, a notice.
#pragma once

#include <QLabel>
#include <QStatusBar>
#include <QTimer>

#include "app/workbench/session/workspace.h"
#include "app/workbench/shell/status/remaining_time.h"

namespace kvw::wb {

/// Single line of plain text. Text that does not fit is elided, and the tooltip shows it in full. Thread: GUI thread.
class ElidedLabel : public QLabel {
    Q_OBJECT
 public:
    explicit ElidedLabel(const char* name, QWidget* parent);
    void say(const QString& text);
    [[nodiscard]] QSize sizeHint() const override { return {0, QLabel::sizeHint().height()}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

 protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A notice stays for the time needed to read it, or while the mouse is over it; a click removes it. Meanwhile the
/// status tips of controls are suppressed, because the notice often answers a click on such a control. The labels are
/// in no layout: the text may change with every frame, and must not move other widgets.
class StatusLine : public QWidget {
    Q_OBJECT
 public:
    StatusLine(Workspace& workspace, QStatusBar& bar);
    [[nodiscard]] QSize sizeHint() const override { return m_status->sizeHint(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return m_status->minimumSizeHint(); }

 protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

 private:
    void tell(const QString& sentence);
    void showStatus();
    void endNotice();
    void turnTo(const ElidedLabel* label);
    /// Returns the result of the shown run if it has ended.
    [[nodiscard]] QString result();

    Workspace& m_workspace;
    QStatusBar& m_bar;
    ElidedLabel *m_status, *m_notice;
    QTimer m_reading;
    RemainingTime m_remaining;
    QString m_work;  ///< shown instead of the state while work is in progress
    std::weak_ptr<const Recording> m_resultOf;
    int m_resultLane = -1;
    std::int64_t m_resultSteps = -1;
    QString m_result;  ///< cached for the three members above
};

}  // namespace kvw::wb
