// SPDX-License-Identifier: GPL-3.0-or-later
/// The line above the plugins after a crash: which one was being called, and what can be done now; and that safe mode
/// is on.
#pragma once

#include <QFrame>

#include "app/workbench/models/workspace.h"

class QLabel;
class QPushButton;

namespace kvw::wb {

/// Thread: GUI thread. Hidden where there is nothing to say.
class PluginsOffer : public QFrame {
    Q_OBJECT
 public:
    PluginsOffer(Workspace& workspace, QWidget* parent);
    void refresh();

 private:
    /// Of the one that crashed the program.
    void enableCrashed(bool enabled);

    Workspace& m_workspace;
    QLabel* m_text;
    QPushButton *m_disable, *m_again, *m_safe;
};

}  // namespace kvw::wb
