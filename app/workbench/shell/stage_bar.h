// SPDX-License-Identifier: GPL-3.0-or-later
/// Bar above the docks in projector mode that shows the step in large type and the keys pressed last.
#pragma once

#include <QTimer>
#include <QToolBar>

#include "app/workbench/shell/commands/actions.h"

class QLabel;

namespace kvw::wb {

/// Thread: GUI thread.
class StageBar : public QToolBar {
    Q_OBJECT
 public:
    StageBar(Workspace& workspace, const Actions& actions, QWidget* parent);
    /// Shows the bar and listens for keys, or stops both.
    void setOn(bool on);

 protected:
    bool eventFilter(QObject* target, QEvent* event) override;

 private:
    void showStep();
    void showKeys(const QKeySequence& keys);

    Workspace& m_workspace;
    const Actions& m_actions;
    QLabel *m_step, *m_keys;
    QTimer m_fade;
    bool m_on = false;
};

}  // namespace kvw::wb
