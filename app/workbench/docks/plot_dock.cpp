// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/docks/plot_dock.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPointer>
#include <QScopeGuard>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workbench/docks/copy_values.h"
#include "app/workbench/docks/dock_view.h"
#include "app/workbench/docks/empty_action.h"
#include "app/workbench/docks/text_line.h"
#include "app/workbench/docks/whole_range.h"
#include "app/workbench/export/figure_evidence.h"
#include "app/workbench/export/file_job.h"
#include "app/workbench/export/replace_question.h"
#include "app/workbench/plots/change_marks.h"
#include "core/bundle/figure_crop.h"
#include "core/bundle/figure_io.h"
#include "core/decode/repeat_command.h"

namespace kvw::wb {

namespace {

constexpr Dirty kInterests{DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Status | DirtyFlag::Step |
                           DirtyFlag::Range | DirtyFlag::Tokens | DirtyFlag::Unit | DirtyFlag::Hover |
                           DirtyFlag::Cursors | DirtyFlag::Theme};

}  // namespace

PlotDock::PlotDock(const QString& id, const QString& title, Workspace& workspace, QWidget* parent)
    : Dock(id, title, kInterests, workspace, parent) {
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(2, 2, 2, 2);
    column->setSpacing(1);
    m_legend = new TextLine(content, "legend");
    column->addWidget(m_legend);
    m_body = new QVBoxLayout;
    m_body->setSpacing(1);
    column->addLayout(m_body, 1);
    m_readout = new TextLine(content, "readout");
    column->addWidget(m_readout);
    setContent(content);
    allowUnlinking();
}

void PlotDock::link(Plot* plot, bool steps) {
    m_plots.push_back({plot, steps, false});
    connect(plot, &Plot::picked, this, [this, plot](int panel, double x, double y) { onPick(plot, panel, x, y); });
    connect(plot, &Plot::hovered, this, [this, plot](int panel, double x, double y) {
        m_hovering = true;
        onHover(plot, panel, x, y);
    });
    connect(plot, &Plot::left, this, [this] {
        m_hovering = false;
        selection().setHover({});
        if (const Trace* trace = sight().trace(); trace != nullptr && trace->steps() > 0) {
            setReadout(status(*trace));
        }
    });
    connect(plot, &Plot::zoomedX, this, [this, index = m_plots.size() - 1](double lower, double upper) {
        if (m_plots[index].tokens) {
            selection().setTokenRange(rangeOf(lower, upper));
        }
    });
    connect(plot, &QCustomPlot::mouseWheel, this, &Dock::ownViewChanged);
    connect(plot, &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
        if (event->buttons() != Qt::NoButton) {
            Q_EMIT ownViewChanged();
        }
    });
    if (steps) {
        new ChangeMarks(*plot);
        connect(plot, &Plot::zoomed, this,
                [this](double lower, double upper) { selection().setRange(rangeOf(lower, upper)); });
    }
    connect(plot, &QCustomPlot::mouseDoubleClick, this, [this] { command("maximise"); });
    plot->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(plot, &QWidget::customContextMenuRequested, this,
            [this, plot](const QPoint& place) { openMenu(plot, place); });
}

void PlotDock::linkTokens(Plot* plot, bool tokens) {
    const auto linked =
        std::find_if(m_plots.begin(), m_plots.end(), [plot](const Linked& each) { return each.plot == plot; });
    linked->tokens = tokens;
    m_axisEnd = -1;  // it showed something else
}

StepRange PlotDock::rangeOf(double lower, double upper) const {
    const Trace* trace = sight().trace();
    return trace == nullptr ? StepRange{} : numbersOn(QCPRange(lower, upper), axisEnd(*trace));
}

void PlotDock::setLegend(const QString& richText) {
    m_legend->say(richText);
}

void PlotDock::withoutLegend() {
    m_legend->hide();
}

void PlotDock::setReadout(const QString& text) {
    m_readout->say(text);
}

QString PlotDock::legendEntry(const QColor& color, const QString& name) {
    return QStringLiteral("<span style=\"color:%1\">&#9644;</span>&nbsp;%2&nbsp;&nbsp; ")
        .arg(color.name(), name.toHtmlEscaped().replace(QLatin1Char(' '), QLatin1String("&nbsp;")));
}

int PlotDock::lane() const {
    const auto recording = workspace().recording();
    return recording ? std::clamp(selection().lane(), 0, std::max(0, recording->lanes() - 1)) : 0;
}

std::int64_t PlotDock::axisEnd(const Trace& trace) const {
    const SessionState state = workspace().client().status().state;
    const bool going = workspace().client().busy() || state == SessionState::Paused;
    const std::int64_t steps = std::max(trace.steps(), workspace().client().steps());
    return going && !workspace().client().viewing() ? std::max(steps, workspace().client().total()) : steps;
}

void PlotDock::refresh(Dirty what) {
    const Trace* trace = sight().trace();
    if (trace == nullptr || trace->steps() == 0) {
        m_recording.reset();
        if (trace != nullptr && trace->promptStages() > 0 && showPrompt(*trace)) {
            showContent();
            return;
        }
        showEmpty(emptySentence(), runExampleLabel(workspace()), [this] { runExample(workspace()); });
        return;
    }
    showContent();
    if (m_legend->toolTip().isEmpty() || what & DirtyFlag::Recording) {  // which a setting of the dock asks for, too
        m_legend->setToolTip(formula());
        m_readout->setToolTip(formula());
    }
    const auto recording = workspace().recording();
    const int layer = sight().layer(), head = selection().head();
    const bool other = recording != m_recording || lane() != m_lane;
    const bool unit = !other && (layer != m_layer || head != m_head) && dependsOn(lane(), layer, head);
    if (what & DirtyFlag::Theme) {
        for (const Linked& each : m_plots) {
            each.plot->applyTheme();
        }
    }
    if (other || unit) {
        m_recording = recording;
        m_lane = lane();
        m_steps = 0;
        m_axisEnd = -1;
        what |= kEverything;
    }
    m_layer = layer;
    m_head = head;
    if (what & DirtyFlag::Recording) {
        m_steps = 0;
        rebuild(*trace);
    }
    const std::int64_t steps = trace->steps();
    if (steps > m_steps) {
        append(*trace, m_steps, steps);
        m_steps = steps;
        what |= DirtyFlag::Data;
    }
    if (axisEnd(*trace) != m_axisEnd) {
        what |= DirtyFlag::Range;
    }
    if (what & DirtyFlag::Range) {
        showRange(*trace);
    }
    constexpr Dirty kPainted =
        DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Range | DirtyFlag::Unit | DirtyFlag::Theme;
    if (what & (kPainted | DirtyFlag::Step | DirtyFlag::Tokens | DirtyFlag::Status)) {
        show(*trace, what);
    }
    if (what & (DirtyFlag::Data | DirtyFlag::Recording)) {
        for (const Linked& each : m_plots) {
            if (auto* marks = each.plot->findChild<ChangeMarks*>()) {
                if (what & DirtyFlag::Recording) {
                    marks->forget();
                }
                marks->show(*trace, workspace().namesHidden());
            }
        }
    }
    if (what & kPainted) {
        for (const Linked& each : m_plots) {
            each.plot->redraw();
        }
    }
    showCursors(*trace, what);
    if (what & DirtyFlag::Hover) {
        showHover(selection().hover());
    }
    if (!m_hovering) {
        setReadout(status(*trace));
    }
}

void PlotDock::showRange(const Trace& trace) {
    const bool grown = std::exchange(m_axisEnd, axisEnd(trace)) != m_axisEnd;  // everything is more by now
    const auto shown = [](const StepRange& range) {
        return range.all() ? std::nullopt
                           : std::optional(QCPRange(static_cast<double>(range.first), static_cast<double>(range.last)));
    };
    const auto isShown = [&](const Plot& plot, Qt::Orientation along, const StepRange& range) {
        return plot.panels() > 0 && !(grown && range.all()) &&
               shows((along == Qt::Horizontal ? plot.x(0) : plot.y(0))->range(), plot.xBounds(), range, m_axisEnd);
    };
    for (const Linked& each : m_plots) {
        if (each.steps || each.tokens) {
            each.plot->setXBounds(-0.5, static_cast<double>(m_axisEnd) - 0.5);
        }
        if (each.steps && !isShown(*each.plot, each.plot->stepAxis(), selection().range())) {
            each.plot->showX(shown(selection().range()));
        }
        if (each.tokens && !isShown(*each.plot, Qt::Horizontal, selection().tokenRange())) {
            each.plot->showColumns(shown(selection().tokenRange()));
        }
    }
}

void PlotDock::showCursors(const Trace&, Dirty what) {
    const auto place = [](std::int64_t step) {
        return step < 0 ? std::nullopt : std::optional(static_cast<double>(step));
    };
    const Selection& selection = this->selection();
    for (const Linked& each : m_plots) {
        if (what & DirtyFlag::Hover) {
            each.plot->setLayerLine(place(selection.hover().layer));
        }
        if (!each.steps) {
            continue;
        }
        if (what & (DirtyFlag::Step | DirtyFlag::Recording | DirtyFlag::Data)) {
            each.plot->setCursor(place(sight().step()));
        }
        if (what & DirtyFlag::Hover) {
            // Maps with steps downwards have the token on their other axis.
            const Hover hover = selection.hover();
            each.plot->setHoverLine(place(each.plot->stepAxis() == Qt::Horizontal ? hover.alongSteps() : hover.step));
        }
        if (what & (DirtyFlag::Cursors | DirtyFlag::Recording)) {
            const auto asPlace = [](const std::optional<std::int64_t>& step) {
                return step ? std::optional(static_cast<double>(*step)) : std::nullopt;
            };
            each.plot->setMarks(asPlace(selection.cursorA()), asPlace(selection.cursorB()));
        }
    }
}

void PlotDock::onPick(Plot*, int, double x, double) {
    if (const Trace* trace = sight().trace(); trace != nullptr && trace->steps() > 0) {
        selection().setStep(std::clamp<std::int64_t>(std::llround(x), 0, trace->steps() - 1));
    }
}

void PlotDock::pickToken(const Plot& plot, std::int64_t token) {
    if (token < 0) {
        selection().setTokens({});
    } else if (plot.adding()) {
        selection().toggleToken(static_cast<std::int32_t>(token));
    } else {
        selection().setTokens({static_cast<std::int32_t>(token)});
    }
}

void PlotDock::hoverLayer(int layer) {
    const Trace* trace = sight().trace();
    const bool known = trace != nullptr && layer >= 0 && layer < trace->shape().layers;
    selection().setHover({.token = -1, .step = -1, .layer = known ? layer : -1});
}

void PlotDock::onHover(Plot* plot, int, double x, double y) {
    const Trace* trace = sight().trace();
    const std::int64_t step = std::llround(x);
    if (trace == nullptr || step < 0 || step >= trace->steps()) {
        selection().setHover({});
        return;
    }
    selection().setHover({.token = -1, .step = step, .layer = layerUnder(plot, y)});
    setReadout(describe(*trace, step));
}

QStringList PlotDock::exportFormats() const {
    QStringList formats{QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png"), QStringLiteral("csv")};
    return tableOf() != nullptr ? formats << QStringLiteral("tex") << QStringLiteral("md") : formats;
}

std::optional<figures::Range> PlotDock::shownSteps() const {
    const Trace* trace = sight().trace();
    const StepRange range = selection().range();
    if (range.all() || trace == nullptr || trace->steps() == 0) {
        return std::nullopt;
    }
    const std::int64_t last = std::max<std::int64_t>(1, std::min(trace->steps(), sightEnd())) - 1;
    return figures::Range{std::clamp<std::int64_t>(range.first, 0, last),
                          std::clamp<std::int64_t>(range.last, 0, last)};
}

std::optional<figures::Range> PlotDock::shownOf(const QCPRange& axis, std::int64_t count) {
    const auto end = static_cast<double>(count);
    const bool all = axis.lower <= 0.5 && axis.upper >= end - 1.5;
    if (all || count <= 0) {
        return std::nullopt;
    }
    // What is not read yet: the last place, never all of them.
    const double first = std::clamp(std::ceil(axis.lower), 0.0, end - 1);
    const double last = std::clamp(std::floor(axis.upper), first, end - 1);
    return figures::Range{static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
}

FigureSpec PlotDock::figure(const Recording& /*recording*/, int /*lane*/) const {
    return {};
}

PlotDock::FigureOf PlotDock::figureOf() const {
    return [made = figure(*workspace().recording(), lane())](const Recording&, int) { return made; };
}

Result<void> PlotDock::nothingYet() const {
    if (!workspace().recording() || sight().trace() == nullptr || sight().trace()->steps() == 0) {
        return fail(Code::NotFound, windowTitle().toStdString(), "there is nothing to export yet", {},
                    "a run or an open bundle");
    }
    return {};
}

Result<std::function<FigureSpec()>> PlotDock::keptFigure() {
    const std::vector<std::int64_t> held = workspace().kept().stepsHeld(workspace().recording());
    const auto at = static_cast<std::size_t>(lane());
    if (at < held.size() && held[at] == 0) {
        return fail(Code::NotFound, windowTitle().toStdString(), "its bundle was written before the first step", {},
                    "exporting again");
    }
    endSightAt(at < held.size() ? held[at] : Sight::kNoEnd);
    const auto unlimited = qScopeGuard([this] { endSightAt(Sight::kNoEnd); });
    return completeFigure(held);
}

Result<std::function<FigureSpec()>> PlotDock::completeFigure(const std::vector<std::int64_t>& held) const {
    if (const auto shown = nothingYet(); !shown) {
        return tl::unexpected(shown.error());
    }
    const auto recording = workspace().recording();
    FigureSpec evidence;
    addEvidence(evidence);
    if (held.empty() && !workspace().kept().stepsHeld(recording).empty()) {
        // More is shown than its bundle holds.
        std::erase_if(evidence.provenance, [](const auto& entry) { return entry.first == "bundle"; });
    }
    return [make = figureOf(), recording = std::shared_ptr<const Recording>(recording), ofLane = lane(),
            steps = shownSteps(), evidence = std::move(evidence.provenance), held] {
        const std::shared_ptr<const Recording> of = KeptRuns::held(recording, held);
        FigureSpec spec = make(*of, ofLane);
        if (steps) {
            figures::cropSteps(spec, *steps);
            setProvenance(spec, "steps", std::to_string(steps->first) + " to " + std::to_string(steps->last));
        }
        for (const auto& [name, value] : evidence) {
            setProvenance(spec, name, value);
        }
        if (!held.empty()) {
            setProvenance(spec, "command", repeatCommand(*of));
        }
        return spec;
    };
}

FileWork PlotDock::exportWork(const QString& file, FigureWidth width) {
    // A file without evidence is of all there is by now.
    auto figure = isFigureFile(file.toStdString()) ? keptFigure() : completeFigure();
    if (!figure) {
        return failedWork(std::move(figure.error()));
    }
    const QString suffix = QFileInfo(file).suffix().toLower();
    const bool latex = suffix == QLatin1String("tex");
    if (const TableOf make = tableOf(); make != nullptr && (latex || suffix == QLatin1String("md"))) {
        const std::shared_ptr<const Recording> recording = workspace().recording();
        return textWork(
            [make, recording, ofLane = lane(), latex, hash = workspace().kept().hashOf(recording),
             held = workspace().kept().stepsHeld(recording),
             id = objectName().toStdString()](const LatestJob::Stale&) -> Result<std::string> {
                const tables::Table table = make(*KeptRuns::held(recording, held), ofLane, hash);
                return latex ? tables::toLatex(table, "tab:" + id) : tables::toMarkdown(table);
            },
            file.toStdString());
    }
    return plotWork(std::move(*figure), file.toStdString(), width);
}

std::vector<std::filesystem::path> PlotDock::exportFiles(const QString& file) const {
    return isTable(file) ? Dock::exportFiles(file) : figureFiles(file.toStdString());
}

bool PlotDock::isTable(const QString& file) const {
    const QString suffix = QFileInfo(file).suffix().toLower();
    return tableOf() != nullptr && (suffix == QLatin1String("tex") || suffix == QLatin1String("md"));
}

QString PlotDock::copyText() const {
    return PlotDock::copyWork()();
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
    menu->addAction(tr("Copy figure"), this, [plot] { QApplication::clipboard()->setPixmap(plot->grab()); });
    menu->addAction(tr("Copy values"), this, [this] { copyValues(*this, {}, workspace()); });
    menu->addSeparator();
    const auto exporting = [&](const QString& label, FigureWidth width) {
        // Its legend would tell the names.
        menu->addAction(label, this, [this, width] { exportFigure(width); })->setEnabled(!workspace().namesHidden());
    };
    exporting(tr("Export figure, one column (85 mm) …"), FigureWidth::OneColumn);
    exporting(tr("Export figure, two columns (178 mm) …"), FigureWidth::TwoColumns);
    exporting(tr("Export figure, slide (16:9) …"), FigureWidth::Slide);
    menu->addSeparator();
    menu->addAction(tr("Reset zoom"), this, [this] { resetZoom(*this); });
    plot->setFocus(Qt::PopupFocusReason);
    addCommands(*menu, {"maximise", "unlink"});
    const QPoint global = plot->mapToGlobal(place);
    menu->addAction(tr("Explain"), this, [this, global] { explain(global); });
    menu->popup(global);
}

void PlotDock::exportFigure(FigureWidth width) {
    if (const auto shown = nothingYet(); !shown) {
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

void PlotDock::exportFigureTo(const QString& file, FigureWidth width) {
    workspace().kept().keep(workspace().recording(), [self = QPointer(this), file, width, of = workspace().recording(),
                                                      view = dockViewAtAnyStep(*this)] {
        if (self == nullptr || !self->workspace().stillShown(of, dockViewAtAnyStep(*self) == view, file)) {
            return;
        }
        Workspace& told = self->workspace();
        auto figure = isFigureFile(file.toStdString()) ? self->keptFigure() : self->completeFigure();
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
                    told.reportError(QString::fromStdString(done.error().sentence()));
                }
            },
            self->parentWidget());
    });
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
