// SPDX-License-Identifier: GPL-3.0-or-later
/// Line above the token strip while the user predicts a prune event: how many tokens to mark, a button to reveal, the
/// result.
#pragma once

#include <QWidget>

#include "app/workbench/session/workspace.h"

class QLabel;
class QPushButton;

namespace kvw::wb {

/// Thread: GUI thread. Hidden while there is no prediction.
class PredictBar : public QWidget {
    Q_OBJECT
 public:
    explicit PredictBar(Workspace& workspace, QWidget* parent = nullptr);

 private:
    void showPrediction(const Prediction& prediction);

    Workspace& m_workspace;
    QLabel* m_text;
    QPushButton *m_reveal, *m_close;
};

}  // namespace kvw::wb
