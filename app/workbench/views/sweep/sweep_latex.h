// SPDX-License-Identifier: GPL-3.0-or-later
/// Button that copies the results of a sweep as LaTeX or writes them to a file: a line per point, or a pivot table.
#pragma once

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QToolButton>
#include <functional>
#include <string>
#include <utility>

#include "app/workbench/export/file_job.h"
#include "app/workbench/export/replace_question.h"
#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/workspace.h"
#include "core/eval/sweep_figures.h"
#include "core/eval/sweep_table.h"
#include "core/figures/pivot_table.h"
#include "core/figures/print/parameter_symbols.h"
#include "core/figures/tables.h"

namespace kvw::wb {

/// Thread: GUI thread. `number`: fills the cells of pivot tables.
class SweepLatexButton : public QToolButton {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::SweepLatexButton)

 public:
    SweepLatexButton(Workspace& workspace, std::function<SweepNumber()> number, QWidget* parent)
        : QToolButton(parent), m_workspace(workspace), m_number(std::move(number)) {
        setObjectName(QStringLiteral("sweepLatex"));
        setText(tr("LaTeX table"));
        setToolTip(tr("Copies the results as a table of LaTeX, or writes them to a file"));
        setPopupMode(QToolButton::InstantPopup);
        auto* menu = new QMenu(this);
        setMenu(menu);
        connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill(*menu); });
    }

    /// Offers the table, and a pivot table for each axis if there are several.
    void fill(QMenu& menu) {
        menu.clear();
        const auto add = [&](const QString& text, const std::string& axis, bool toFile) {
            QAction* action = menu.addAction(text, this, [this, axis, toFile] { toFile ? save(axis) : copy(axis); });
            action->setEnabled(!m_workspace.sweeps().rows().empty());
        };
        const std::vector<std::string> axes = groupAxes(m_workspace.sweeps().axes());
        const std::vector<std::string> across = axes.size() > 1 ? axes : std::vector<std::string>();
        for (const bool toFile : {false, true}) {
            add(toFile ? tr("Write the table …") : tr("Copy the table"), {}, toFile);
            for (const std::string& axis : across) {
                const QString name = QString::fromStdString(axis), number = sweepTitle(m_number());
                add(toFile ? tr("Write %1 with a column per %2 …").arg(number, name)
                           : tr("Copy %1 with a column per %2").arg(number, name),
                    axis, toFile);
            }
            menu.addSeparator();
        }
        QAction* symbols = menu.addAction(tr("Symbols for parameters"));
        symbols->setObjectName(QStringLiteral("sweepSymbols"));
        symbols->setCheckable(true);
        symbols->setChecked(m_symbols);
        connect(symbols, &QAction::toggled, this, [this](bool wanted) { m_symbols = wanted; });
    }

 private:
    /// Returns the LaTeX. `axis`: whose values are columns; empty: a line per point.
    [[nodiscard]] Result<std::string> latex(const std::string& axis) const {
        const SweepRunner& sweeps = m_workspace.sweeps();
        const std::string caption = tr("Sweep in %1").arg(QFileInfo(sweeps.folder()).fileName()).toStdString();
        tables::Table table = sweepTable(sweeps.axes(), sweeps.rows(), caption);
        table.works = sweepWorks(sweeps.sweep(), m_workspace.plugins().catalog());
        if (!axis.empty()) {
            const tables::PivotChoice choice{axis, describe(m_number()).name};
            KVW_TRY_ASSIGN(table, tables::pivoted(table, groupAxes(sweeps.axes()), choice, caption));
        }
        if (m_symbols) {
            figures::writeSymbols(table, figures::symbolsOf(m_workspace.plugins().catalog(), sweeps.sweep().policies));
        }
        return tables::toLatex(table, "tab:sweep");
    }

    void copy(const std::string& axis) {
        const auto text = latex(axis);
        if (!text) {
            m_workspace.refuse(text.error());
            return;
        }
        QApplication::clipboard()->setText(QString::fromStdString(*text));
        Q_EMIT m_workspace.notice(tr("The table is in the clipboard."));
    }

    void save(const std::string& axis) {
        const auto text = latex(axis);
        if (!text) {
            m_workspace.refuse(text.error());
            return;
        }
        QString file = QFileDialog::getSaveFileName(this, tr("Write the table"), QStringLiteral("sweep.tex"),
                                                    tr("LaTeX (*.tex)"), nullptr, QFileDialog::DontConfirmOverwrite);
        if (file.isEmpty()) {
            return;
        }
        file += QFileInfo(file).suffix().isEmpty() ? QStringLiteral(".tex") : QString();
        askToReplace({file.toStdString()}, this, [this, file, written = *text] {
            new FileJob(
                tr("Writing %1…").arg(file),
                textWork([written](const LatestJob::Stale&) { return Result<std::string>(written); },
                         file.toStdString()),
                [&workspace = m_workspace, file](const Result<void>& done) {
                    if (done) {
                        Q_EMIT workspace.notice(tr("Wrote %1").arg(file));
                    } else {
                        workspace.tellError(done.error());
                    }
                },
                window());
        });
    }

    Workspace& m_workspace;
    std::function<SweepNumber()> m_number;
    bool m_symbols = false;  ///< parameters are named by their symbols
};

}  // namespace kvw::wb
