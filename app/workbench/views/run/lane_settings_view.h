// SPDX-License-Identifier: GPL-3.0-or-later
/// Positions and prefill of the lane in the form: those of the run, its own, or, by one click, those of the policy's
/// paper.
#pragma once

#include <QWidget>

#include "app/workbench/session/draft/run_draft.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace kvw::wb {

class NumberBox;

/// Thread: GUI thread. Writes into the draft's form.
class LaneSettingsView : public QWidget {
    Q_OBJECT
 public:
    explicit LaneSettingsView(RunDraft& draft, QWidget* parent = nullptr);
    void follow();  ///< shows what the lane has now

 private:
    void write();
    void takeNative();

    RunDraft& m_draft;
    QComboBox *m_positions, *m_prefill;
    NumberBox* m_chunk;
    QLabel* m_native;
    QPushButton* m_take;
};

}  // namespace kvw::wb
