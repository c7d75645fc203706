// SPDX-License-Identifier: GPL-3.0-or-later
/// What stands where the text will be: examples of one click, ways to open something, and the progress of loading.
#pragma once

#include <QWidget>

#include "app/workbench/models/workspace.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace kvw::wb {

/// Thread: GUI thread.
class StartPage : public QWidget {
    Q_OBJECT
 public:
    explicit StartPage(Workspace& workspace, QWidget* parent = nullptr);

    /// Loading and failures replace the choices.
    void showState(const SessionStatus& status);

 private:
    void fillRecent();

    Workspace& m_workspace;
    QWidget *m_choices, *m_waiting;
    QLabel *m_state, *m_failure;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    QToolButton* m_recent;
};

}  // namespace kvw::wb
