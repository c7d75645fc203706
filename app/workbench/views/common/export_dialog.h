// SPDX-License-Identifier: GPL-3.0-or-later
/// Dialog that exports one figure with settings of printing, beside a preview.
#pragma once

#include <QDialog>
#include <QTimer>
#include <functional>
#include <memory>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/workspace.h"
#include "core/figures/print/parameter_symbols.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace kvw::wb {

class PrintForm;

/// Not modal. The figure is made once, on another thread, so that it stays what was shown when the dialog opened.
/// Thread: GUI thread.
class ExportDialog : public QDialog {
    Q_OBJECT
 public:
    /// `make`: called on another thread. `name`: of the file that is proposed.
    ExportDialog(Workspace& workspace, std::function<FigureSpec()> make, figures::ParameterSymbols symbols,
                 const QString& title, const QString& name, QWidget* parent);

    /// Returns the figure as it would be written; none: it is not made yet.
    [[nodiscard]] std::shared_ptr<const FigureSpec> figure() const;
    /// Writes it, with data and caption beside it. Errors go to the problems.
    void writeTo(const QString& file);

 private:
    void preview();
    void save();
    [[nodiscard]] FigureWidth width() const;

    Workspace& m_workspace;
    figures::ParameterSymbols m_symbols;
    QString m_name;
    std::shared_ptr<const FigureSpec> m_made;  ///< as it is shown; null: not made yet
    QComboBox* m_size;
    PrintForm* m_print;
    QLabel* m_picture;
    QPushButton* m_save;
    QTimer m_soon;
    LatestJob m_job{this, LatestJob::End::Leave};
};

}  // namespace kvw::wb
