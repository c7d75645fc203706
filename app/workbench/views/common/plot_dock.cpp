// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/plot_dock.h"

#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workbench/plot/change_marks.h"
#include "app/workbench/plot/live_panel.h"
#include "app/workbench/views/common/rows_missing.h"
#include "app/workbench/views/common/whole_range.h"
#include "app/workbench/views/common/widgets/boxes.h"

namespace kvw::wb {

namespace {

constexpr Dirty kPlotInterests{DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Status | DirtyFlag::Step |
                               DirtyFlag::Range | DirtyFlag::Tokens | DirtyFlag::Unit | DirtyFlag::Hover |
                               DirtyFlag::Cursors | DirtyFlag::Theme};

}  // namespace

PlotDock::PlotDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
    : Dock(entry, kPlotInterests, workspace, parent) {
    auto* content = new QWidget(this);
    m_legend = new TextLine(content, "legend");
    m_body = new QVBoxLayout;
    m_body->setSpacing(1);
    m_readout = new TextLine(content, "readout");
    columnOf({m_legend, {m_body, 1}, m_readout}, content, {2, 1});
    setContent(content);
    allowUnlinking();
}

void PlotDock::link(Plot* plot, bool steps) {
    m_plots.push_back({plot, steps, false});
    connect(plot, &Plot::picked, this, [this, plot](int panel, double x, double y) {
        // A click that gives a plot the keyboard focus is not meant to stop following the run.
        if (plot->tookFocus() && selection().following() && workspace().client().underWay() &&
            !workspace().client().viewing()) {
            Q_EMIT workspace().notice(
                tr("“%1” has the focus. Click again to show that step and stop following the run.").arg(windowTitle()));
            return;
        }
        onPick(plot, panel, x, y);
    });
    connect(plot, &Plot::hovered, this, [this, plot](int panel, double x, double y) {
        m_under = Under{plot, panel, x, y};
        onHover(plot, panel, x, y);
    });
    connect(plot, &Plot::left, this, [this] {
        m_under.reset();
        selection().setHover({});
        if (const Trace* trace = shownSelection().trace(); trace != nullptr && trace->steps() > 0) {
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
        auto* marks = new ChangeMarks(*plot);
        marks->nameIf([this, plot] { return namesChanges(*plot); });
        connect(plot, &Plot::zoomed, this,
                [this](double lower, double upper) { selection().setRange(rangeOf(lower, upper)); });
    }
    connect(plot, &QCustomPlot::mouseDoubleClick, this, [this] { command("maximise"); });
    plot->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(plot, &QWidget::customContextMenuRequested, this,
            [this, plot](const QPoint& place) { openMenu(plot, place); });
}

bool PlotDock::namesChanges(const Plot& plot) const {
    for (const PlotDock* dock : window()->findChildren<PlotDock*>(Qt::FindDirectChildrenOnly)) {
        for (const Linked& each : dock->m_plots) {
            if (dock->shown() && each.steps && each.plot->isVisible()) {
                return each.plot == &plot;
            }
        }
    }
    return true;
}

void PlotDock::linkTokens(Plot* plot, bool tokens) {
    const auto linked = std::ranges::find_if(m_plots, [plot](const Linked& each) { return each.plot == plot; });
    linked->tokens = tokens;
    m_axisEnd = -1;  // the range was not that of tokens before
}

StepRange PlotDock::rangeOf(double lower, double upper) const {
    const Trace* trace = shownSelection().trace();
    return trace == nullptr ? StepRange{} : numbersOn(QCPRange(lower, upper), axisEnd(*trace));
}

void PlotDock::hideLegend() {
    m_legend->hide();
}

QString PlotDock::legendEntry(const QColor& color, const QString& name) {
    // A name that lists tokens evicted by hand would fill the dock; its end says where that was.
    constexpr qsizetype kMost = 56, kEnd = 16;
    const QString brief = name.size() > kMost ? name.first(kMost - kEnd - 1) + QChar(0x2026) + name.last(kEnd) : name;
    return QStringLiteral("<span style=\"color:%1\">&#9644;</span>&nbsp;%2&nbsp;&nbsp; ")
        .arg(color.name(), brief.toHtmlEscaped().replace(QLatin1Char(' '), QLatin1String("&nbsp;")));
}

QString PlotDock::legendOf(const LivePanel& panel) const {
    QString legend;
    for (const LivePanel::Entry& entry : panel.legend(workspace().namesHidden())) {
        legend += legendEntry(entry.color, entry.name);
    }
    if (panel.hasPrunes()) {
        // A tick instead of a rectangle: a curve may have the same colour.
        legend += QStringLiteral("<span style=\"color:%1\">&#9475;</span>&nbsp;%2&nbsp;&nbsp; ")
                      .arg(panel.tickColor().name(),
                           tr("prune event").toHtmlEscaped().replace(QLatin1Char(' '), QLatin1String("&nbsp;")));
    }
    return legend;
}

std::int64_t PlotDock::axisEnd(const Trace& trace) const {
    const SessionState state = workspace().client().status().state;
    const bool going = workspace().client().busy() || state == SessionState::Paused;
    const std::int64_t steps = std::max(trace.steps(), workspace().client().steps());
    return going && !workspace().client().viewing() ? std::max(steps, workspace().client().total()) : steps;
}

std::optional<double> PlotDock::promptEdge(const Trace& trace) const {
    return figures::promptEdge(workspace().recording()->description(), axisEnd(trace));
}

void PlotDock::refresh(Dirty what) {
    const Trace* trace = shownSelection().trace();
    if (trace == nullptr || trace->steps() == 0) {
        m_recording.reset();
        if (trace != nullptr && trace->prefillStages() > 0 && showPrompt(*trace)) {
            showContent();
            return;
        }
        showEmptyWithExample(emptySentence());
        return;
    }
    if (content()->isHidden()) {
        what |= DirtyFlag::Status;  // so that the dock shows the empty page again, or its content
    }
    showContent();
    if (m_legend->toolTip().isEmpty() || what & DirtyFlag::Recording) {  // a setting of the dock may change it
        m_legend->setToolTip(formula());
        m_readout->setToolTip(formula());
    }
    const auto recording = workspace().recording();
    const int layer = shownSelection().layer(), head = selection().head();
    const bool other = recording != m_recording || lane() != m_lane;
    const bool unit = !other && (layer != m_layer || head != m_head) && dependsOn(lane(), layer, head);
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
        if (other) {
            for (TextLine* line : findChildren<TextLine*>()) {
                line->fit();
            }
        }
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
    if (!m_under) {
        setReadout(status(*trace));
    } else if (what & ~Dirty(DirtyFlag::Hover)) {
        // The text for the place under the mouse may depend on the step, the layer or the lane.
        const Under under = *m_under;
        onHover(under.plot, under.panel, under.x, under.y);
    }
}

void PlotDock::showRange(const Trace& trace) {
    const bool grown = std::exchange(m_axisEnd, axisEnd(trace)) != m_axisEnd;  // the whole range has grown
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
    const Selection& selection = this->selection();
    for (const Linked& each : m_plots) {
        if (what & DirtyFlag::Hover) {
            each.plot->setLayerLine(placeOf(selection.hover().layer));
        }
        if (!each.steps) {
            continue;
        }
        if (what & (DirtyFlag::Step | DirtyFlag::Recording | DirtyFlag::Data)) {
            each.plot->setCursor(placeOf(shownSelection().step()));
        }
        if (what & DirtyFlag::Hover) {
            // On maps with steps downwards, the other axis has the token.
            const Hover hover = selection.hover();
            each.plot->setHoverLine(placeOf(each.plot->stepAxis() == Qt::Horizontal ? hover.alongSteps() : hover.step));
        }
        if (what & (DirtyFlag::Cursors | DirtyFlag::Recording)) {
            each.plot->setMarks(placeOf(selection.cursorA()), placeOf(selection.cursorB()));
        }
    }
}

void PlotDock::showRowsMissing() {
    showEmpty(tr("This run has no attention rows. “Record: and the rows” records them, at a cost of time and disk."),
              recordRowsLabel(workspace()), [this] {
                  recordRows(workspace());
                  markDirty(DirtyFlag::Status);
              });
}

QString PlotDock::status(const Trace& trace) const {
    return shownSelection().step() < 0 ? QString() : describe(trace, shownSelection().step());
}

void PlotDock::onPick(Plot* plot, int, double x, double y) {
    if (const int layer = layerUnder(plot, y); layer >= 0) {
        selection().setLayer(layer);
    }
    if (const Trace* trace = shownSelection().trace(); trace != nullptr && trace->steps() > 0) {
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
    const Trace* trace = shownSelection().trace();
    const bool known = trace != nullptr && layer >= 0 && layer < trace->shape().layers;
    selection().setHover({.token = -1, .step = -1, .layer = known ? layer : -1});
}

void PlotDock::onHover(Plot* plot, int, double x, double y) {
    const Trace* trace = shownSelection().trace();
    const std::int64_t step = std::llround(x);
    if (trace == nullptr || step < 0 || step >= trace->steps()) {
        selection().setHover({});
        if (trace != nullptr && trace->steps() > 0) {
            setReadout(status(*trace));
        }
        return;
    }
    selection().setHover({.token = -1, .step = step, .layer = layerUnder(plot, y)});
    setReadout(describe(*trace, step));
}

}  // namespace kvw::wb
