// SPDX-License-Identifier: GPL-3.0-or-later
/// Page in place of the text until there is one: examples started by one click, ways to open something, loading
/// progress.
#pragma once

#include <QWidget>

#include "app/workbench/session/workspace.h"

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

    /// Shows the progress of loading in place of the choices, and a failure above them.
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
