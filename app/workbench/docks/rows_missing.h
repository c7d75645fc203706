// SPDX-License-Identifier: GPL-3.0-or-later
/// What views of attention rows show of a run that has none, and how to get them.
#pragma once

#include <QWidget>

#include "app/workbench/models/workspace.h"

class QLabel;
class QPushButton;

namespace kvw::wb {

/// The next run records attention rows.
void recordRows(Workspace& workspace);
/// A label for the button that does so; empty: the next run records them already.
[[nodiscard]] QString recordRowsLabel(Workspace& workspace);

/// A page of a dock that has other pages: a sentence and that button. Thread: GUI thread.
class RowsMissing : public QWidget {
 public:
    RowsMissing(Workspace& workspace, QWidget* parent);
    void say(const QString& sentence);

 private:
    Workspace& m_workspace;
    QLabel* m_text;
    QPushButton* m_button;
};

}  // namespace kvw::wb
