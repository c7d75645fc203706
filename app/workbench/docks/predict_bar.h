// SPDX-License-Identifier: GPL-3.0-or-later
/// The line over the token strip while a prune event is predicted: how many tokens to mark, reveal, what came of it.
#pragma once

#include <QWidget>

#include "app/workbench/models/workspace.h"

class QLabel;
class QPushButton;

namespace kvw::wb {

/// Thread: GUI thread. Hidden while nothing is predicted.
class PredictBar : public QWidget {
    Q_OBJECT
 public:
    explicit PredictBar(Workspace& workspace, QWidget* parent = nullptr);

 private:
    void tell(const Prediction& prediction);

    Workspace& m_workspace;
    QLabel* m_text;
    QPushButton *m_reveal, *m_close;
};

}  // namespace kvw::wb
