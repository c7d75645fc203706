// SPDX-License-Identifier: GPL-3.0-or-later
/// Exports of docks with plots: figure, table and values, from the menu of a plot or by a command.
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workbench/export/figure_evidence.h"
#include "app/workbench/export/file_job.h"
#include "app/workbench/export/replace_question.h"
#include "app/workbench/views/common/copy_values.h"
#include "app/workbench/views/common/dock_view.h"
#include "app/workbench/views/common/export_dialog.h"
#include "app/workbench/views/common/plot_dock.h"
#include "core/figures/figure_crop.h"
#include "core/figures/figure_io.h"
#include "core/session/spec/repeat_command.h"

namespace kvw::wb {

QStringList PlotDock::exportFormats() const {
    return namesIn(tableOf() == nullptr ? "pdf svg png csv" : "pdf svg png csv tex md");
}

std::optional<figures::Range> PlotDock::shownSteps() const {
    const Trace* trace = shownSelection().trace();
    const StepRange range = selection().range();
    if (range.all() || trace == nullptr || trace->steps() == 0) {
        return std::nullopt;
    }
    const std::int64_t last = std::max<std::int64_t>(1, std::min(trace->steps(), shownSelectionEnd())) - 1;
    return figures::Range{std::clamp<std::int64_t>(range.first, 0, last),
                          std::clamp<std::int64_t>(range.last, 0, last)};
}

std::optional<figures::Range> PlotDock::shownOf(const QCPRange& axis, std::int64_t count) {
    const auto end = static_cast<double>(count);
    const bool all = axis.lower <= 0.5 && axis.upper >= end - 1.5;
    if (all || count <= 0) {
        return std::nullopt;
    }
    // Beyond the tokens read so far, returns the last one, not nothing, which would mean all.
    const double first = std::clamp(std::ceil(axis.lower), 0.0, end - 1);
    const double last = std::clamp(std::floor(axis.upper), first, end - 1);
    return figures::Range{static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
}

PlotDock::FigureOf PlotDock::figureOf() const {
    return [made = figure(*workspace().recording(), lane())](const Recording&, int) { return made; };
}

Result<void> PlotDock::checkShown(bool held) const {
    if (!workspace().recording() || shownSelection().trace() == nullptr || shownSelection().trace()->steps() == 0 ||
        !held) {
        return fail(Code::NotFound, windowTitle().toStdString(), "there is nothing to export yet", {},
                    "a run or an open bundle");
    }
    return {};
}

Result<std::function<FigureSpec()>> PlotDock::keptFigure() {
    KVW_TRY(checkShown());
    const std::vector<std::int64_t> held = KeptRuns::stepsNow(*workspace().recording());
    const auto at = static_cast<std::size_t>(lane());
    KVW_TRY(checkShown(at >= held.size() || held[at] > 0));
    endShownSelectionAt(at < held.size() ? held[at] : ShownSelection::kNoEnd);
    const auto unlimited = qScopeGuard([this] { endShownSelectionAt(ShownSelection::kNoEnd); });
    return completeFigure(held);
}

Result<std::function<FigureSpec()>> PlotDock::completeFigure(const std::vector<std::int64_t>& held) const {
    KVW_TRY(checkShown());
    return withEvidence(
        [make = figureOf(), ofLane = lane(), steps = shownSteps()](const Recording& recording) {
            FigureSpec spec = make(recording, ofLane);
            if (steps) {
                figures::cropSteps(spec, *steps);
                setProvenance(spec, "steps", std::to_string(steps->first) + " to " + std::to_string(steps->last));
            }
            return spec;
        },
        held);
}

FileWork PlotDock::exportWork(const QString& file, FigureWidth width) {
    // A file without evidence names no bundle, so it has all steps so far.
    auto figure = isFigureFile(file.toStdString()) ? keptFigure() : completeFigure();
    if (!figure) {
        return failedWork(std::move(figure.error()));
    }
    return isTable(file) ? tableWork(tableOf(), file) : plotWork(std::move(*figure), file.toStdString(), width);
}

bool PlotDock::isTable(const QString& file) const {
    const std::string format = formatOf(file);
    return tableOf() != nullptr && (format == "tex" || format == "md");
}

Dock::TextWork PlotDock::copyWork() const {
    auto figure = completeFigure();
    if (!figure) {
        return [] { return QString(); };
    }
    return [make = std::move(*figure)] {
        QString text = QString::fromStdString(figures::toCsv(make()));
        bool quoted = false;
        for (QChar& character : text) {
            quoted ^= character == QLatin1Char('"');
            if (!quoted && character == QLatin1Char(',')) {
                character = QLatin1Char('\t');
            }
        }
        return text;
    };
}

void PlotDock::openMenu(Plot* plot, const QPoint& place) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addOwnCommands(*menu);
    menu->addAction(tr("Copy figure"), this, [plot] { QApplication::clipboard()->setPixmap(plot->grab()); });
    menu->addAction(tr("Copy values"), this, [this] { copyValues(*this, {}, workspace()); });
    menu->addSeparator();
    const auto exporting = [&](const QString& label, FigureWidth width) {
        // the legend would reveal the names
        menu->addAction(label, this, [this, width] { exportFigure(width); })->setEnabled(!workspace().namesHidden());
    };
    exporting(tr("Export figure, one column (85 mm) …"), FigureWidth::OneColumn);
    exporting(tr("Export figure, two columns (178 mm) …"), FigureWidth::TwoColumns);
    exporting(tr("Export figure, slide (16:9) …"), FigureWidth::Slide);
    menu->addAction(tr("Export figure with settings …"), this, &PlotDock::exportPrinted)
        ->setEnabled(!workspace().namesHidden());
    menu->addSeparator();
    menu->addAction(tr("Reset zoom"), this, [this] { resetZoom(*this); });
    plot->setFocus(Qt::PopupFocusReason);
    addCommands(*menu, {"maximise", "unlink"});
    const QPoint global = plot->mapToGlobal(place);
    menu->addAction(tr("Explain"), this, [this, global] { explain(global); });
    menu->popup(global);
}

void PlotDock::exportFigure(FigureWidth width) {
    if (const auto shown = checkShown(); !shown) {
        workspace().refuse(shown.error());
        return;
    }
    QString chosen;
    QString file = QFileDialog::getSaveFileName(
        this, tr("Export “%1”").arg(windowTitle()), objectName() + QStringLiteral(".pdf"),
        tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;Data as CSV (*.csv);;Caption as LaTeX (*.tex)"), &chosen,
        QFileDialog::DontConfirmOverwrite);
    if (file.isEmpty()) {
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        file += chosen.section(QLatin1Char('*'), 1).chopped(1);
    }
    askToReplace(figureFiles(file.toStdString()), this, [this, file, width] { exportFigureTo(file, width); });
}

void PlotDock::exportPrinted() {
    auto figure = keptFigure();
    if (!figure) {
        workspace().refuse(figure.error());
        return;
    }
    auto* dialog = new ExportDialog(workspace(), std::move(*figure),
                                    figures::symbolsOf(workspace().plugins().catalog(), *workspace().recording()),
                                    windowTitle(), objectName(), parentWidget());
    dialog->show();
}

void PlotDock::exportFigureTo(const QString& file, FigureWidth width) {
    Workspace& told = workspace();
    auto figure = isFigureFile(file.toStdString()) ? keptFigure() : completeFigure();
    if (!figure) {
        told.refuse(figure.error());
        return;
    }
    new FileJob(
        tr("Writing %1…").arg(file), plotWork(std::move(*figure), file.toStdString(), width),
        [&told, file](const Result<void>& done) {
            if (done) {
                Q_EMIT told.notice(tr("Wrote %1, with data and caption beside it").arg(file));
            } else {
                told.tellError(done.error());
            }
        },
        parentWidget());
}

void PlotDock::explain(const QPoint& place) {
    auto* popover = new QLabel(formula(), this, Qt::Popup);
    popover->setAttribute(Qt::WA_DeleteOnClose);
    popover->setObjectName(QStringLiteral("formula"));
    popover->setTextFormat(Qt::RichText);
    popover->setWordWrap(true);
    popover->setMargin(10);
    popover->setFrameStyle(QFrame::StyledPanel | QFrame::Plain);
    popover->setFixedWidth(popover->fontMetrics().averageCharWidth() * 64);
    popover->adjustSize();
    popover->move(place);
    popover->show();
}

}  // namespace kvw::wb
