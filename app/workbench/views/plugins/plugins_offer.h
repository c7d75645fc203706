// SPDX-License-Identifier: GPL-3.0-or-later
/// Line above the plugins table after a crash, which names the plugin that was being called and what can be done; also
/// shown in safe mode.
#pragma once

#include <QFrame>

#include "app/workbench/session/workspace.h"

class QLabel;
class QPushButton;

namespace kvw::wb {

/// Thread: GUI thread. Hidden while it has nothing to say.
class PluginsOffer : public QFrame {
    Q_OBJECT
 public:
    PluginsOffer(Workspace& workspace, QWidget* parent);
    void refresh();

 private:
    /// Enables or disables the plugin that crashed the program.
    void enableCrashed(bool enabled);

    Workspace& m_workspace;
    QLabel* m_text;
    QPushButton *m_disable, *m_again, *m_safe;
};

}  // namespace kvw::wb
