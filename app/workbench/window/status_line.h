// SPDX-License-Identifier: GPL-3.0-or-later
/// The one line of the status bar that says either the state of the run or, for a while, what the user is told.
#pragma once

#include <QLabel>
#include <QStatusBar>
#include <QTimer>

#include "app/workbench/models/workspace.h"
#include "app/workbench/window/remaining_time.h"

namespace kvw::wb {

/// Plain text in one line; what does not fit is shortened and stands whole in the tooltip. Thread: GUI thread.
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

/// A notice stays for as long as it takes to read it, or while the mouse is on it; a click puts it away. What the
/// control under the mouse does is not told meanwhile: the notice is often the answer to a click on it.
/// Its labels lie in no layout: the words change with every frame, and none of them moves anything.
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
    /// Of the run shown, if it is over.
    [[nodiscard]] QString result();

    Workspace& m_workspace;
    QStatusBar& m_bar;
    ElidedLabel *m_status, *m_notice;
    QTimer m_reading;
    RemainingTime m_remaining;
    QString m_work;  ///< instead of the state while it goes on
    std::weak_ptr<const Recording> m_resultOf;
    int m_resultLane = -1;
    std::int64_t m_resultSteps = -1;
    QString m_result;  ///< of those
};

}  // namespace kvw::wb
