// SPDX-License-Identifier: GPL-3.0-or-later
/// Page for views of attention rows while the run has none, and functions to record rows.
#pragma once

#include <QWidget>

#include "app/workbench/session/workspace.h"

class QLabel;
class QPushButton;

namespace kvw::wb {

/// Returns true if the session's run is on the screen and decodes or is paused, so that its recording can be switched.
[[nodiscard]] bool showsWhatGoesOn(Workspace& workspace);
/// Makes the live run on the screen record `level` ("maps") from its next token on, in every lane.
void setCaptureOfLiveRun(Workspace& workspace, const QString& level);
/// Makes the next run record attention rows, and the live run on the screen from its next token on. For an opened
/// bundle, puts its settings into the Run dock first.
void recordRows(Workspace& workspace);
/// Returns the label of a button that calls recordRows; empty: the next run records them already.
[[nodiscard]] QString recordRowsLabel(Workspace& workspace);
/// Returns true if the shown run's prompt is long enough to measure layers by its rows.
[[nodiscard]] bool canMeasurePrompt(const Workspace& workspace);

/// Page of a dock: a sentence and that button. Thread: GUI thread.
class RowsMissing : public QWidget {
 public:
    RowsMissing(Workspace& workspace, QWidget* parent);
    /// `offer`: rows would help, so the button is shown.
    void say(const QString& sentence, bool offer = true);

 private:
    Workspace& m_workspace;
    QLabel* m_text;
    QPushButton* m_button;
};

}  // namespace kvw::wb
