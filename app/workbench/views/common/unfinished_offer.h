// SPDX-License-Identifier: GPL-3.0-or-later
/// Lines that offer to open or remove what a crash left of a run.
#pragma once

#include <QFrame>

#include "app/workbench/session/workspace.h"

class QLabel;

namespace kvw::wb {

/// Thread: GUI thread. Hidden where there is nothing to offer.
class UnfinishedOffer : public QFrame {
    Q_OBJECT
 public:
    UnfinishedOffer(Workspace& workspace, QWidget* parent);

 private:
    void refresh();

    Workspace& m_workspace;
    QLabel* m_text;
};

}  // namespace kvw::wb
