// SPDX-License-Identifier: GPL-3.0-or-later
/// Dialog that judges sizes and periods of cascade sub-caches by the attention of the shown run's full cache.
#pragma once

#include <QDialog>
#include <memory>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/shell/figures/result_export.h"

class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace kvw::wb {

/// Not modal; closes when another run is shown. Designs are replayed on another thread. Thread: GUI thread.
class CascadeDialog : public QDialog {
    Q_OBJECT
 public:
    CascadeDialog(Workspace& workspace, QWidget* parent);

    /// Returns what can be exported; null: no designs are judged.
    [[nodiscard]] const std::shared_ptr<const ResultExport>& result() const noexcept { return m_result; }

 private:
    void judge();
    void use();

    Workspace& m_workspace;
    std::shared_ptr<Recording> m_recording;
    QSpinBox *m_total, *m_sinks;
    QLabel *m_said, *m_picture;
    QListWidget* m_designs;
    QPushButton *m_use, *m_export;
    std::shared_ptr<const ResultExport> m_result;
    LatestJob m_job{this, LatestJob::End::Leave};
};

}  // namespace kvw::wb
