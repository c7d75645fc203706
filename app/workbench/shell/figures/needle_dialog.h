// SPDX-License-Identifier: GPL-3.0-or-later
/// Dialog about a needle, the selected tokens: when each layer and head lost its copy, and the smallest budget that
/// saves it.
#pragma once

#include <QDialog>
#include <QTimer>
#include <memory>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/shell/figures/result_export.h"
#include "core/analysis/needle.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace kvw::wb {

/// Not modal; closes when another run is shown. The copies are examined on another thread; the budget is searched by
/// the engine, as soon as no run is under way, with a run for each value. Closing, and a run that starts, end the
/// search. Thread: GUI thread.
class NeedleDialog : public QDialog {
    Q_OBJECT
 public:
    /// Examines the tokens from the first to the last selected one, in the selected lane, at the end of the selected
    /// step.
    NeedleDialog(Workspace& workspace, QWidget* parent);
    ~NeedleDialog() override;

    /// Returns what can be exported; null: the copies are not examined yet, or cannot be.
    [[nodiscard]] const std::shared_ptr<const ResultExport>& result() const noexcept { return m_result; }

 private:
    struct Search;  ///< shared with the job on the inference thread

    void examine();
    void search();
    void look();
    void stop();
    /// Returns what came of a needle, as one sentence.
    [[nodiscard]] static QString sentenceOf(const NeedleAutopsy& autopsy);

    Workspace& m_workspace;
    std::shared_ptr<Recording> m_recording;
    int m_lane = 0;
    Needle m_needle;
    QLabel *m_said, *m_picture, *m_budget;
    QPlainTextEdit* m_copies;
    QPushButton *m_find, *m_export;
    std::shared_ptr<const ResultExport> m_result;
    QTimer m_timer;
    std::shared_ptr<Search> m_search;  ///< null: none is under way
    LatestJob m_job{this, LatestJob::End::Leave};
};

}  // namespace kvw::wb
