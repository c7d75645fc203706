// SPDX-License-Identifier: GPL-3.0-or-later
/// What views of attention rows show of a run that has none, and how to get them.
#pragma once

#include <QWidget>

#include "app/workbench/models/workspace.h"

class QLabel;
class QPushButton;

namespace kvw::wb {

/// The run of the session is the one on the screen and decodes, or is paused: what is recorded can be switched.
[[nodiscard]] bool showsWhatGoesOn(Workspace& workspace);
/// The run that goes on and is shown records that level ("maps") from its next token on, in every lane.
void recordFromHere(Workspace& workspace, const QString& level);
/// The next run records attention rows, and the one that goes on from its next token.
void recordRows(Workspace& workspace);
/// A label for the button that does so; empty: they are recorded already.
[[nodiscard]] QString recordRowsLabel(Workspace& workspace);
/// Of the shown run: its prompt is long enough for rows of it to tell about layers.
[[nodiscard]] bool canMeasurePrompt(const Workspace& workspace);

/// A page of a dock that has other pages: a sentence and that button. Thread: GUI thread.
class RowsMissing : public QWidget {
 public:
    RowsMissing(Workspace& workspace, QWidget* parent);
    /// `offer`: rows would help.
    void say(const QString& sentence, bool offer = true);

 private:
    Workspace& m_workspace;
    QLabel* m_text;
    QPushButton* m_button;
};

}  // namespace kvw::wb
