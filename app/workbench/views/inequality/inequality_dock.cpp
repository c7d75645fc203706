// SPDX-License-Identifier: GPL-3.0-or-later
/// The inequality dock with its plots over the run and its map.
#include "app/workbench/views/inequality/inequality_dock.h"

#include <QStackedWidget>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workbench/plot/colors.h"
#include "app/workbench/views/common/plots/row_plots.h"
#include "app/workbench/views/common/rows_missing.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/inequality/reach_words.h"
#include "core/figures/figures.h"

namespace kvw::wb {

InequalityDock::InequalityDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
    : PlotDock(entry, workspace, parent),
      m_view(new ViewChoice(this, "viewWhat", tr("View"),
                            {{tr("Gini, entropy and variance over the run"), "inequality"},
                             {tr("Lorenz curve of the selected row"), "lorenz"},
                             {tr("attention by age of token"), "ages"},
                             {tr("map of layers by steps"),
                              "gini entropy variance effective-tokens mean-distance span normalised-entropy "
                              "evicted-mass"},
                             {tr("effective tokens, distance and span over the run"), "reach"},
                             {tr("H / ln n and evicted mass over the run"), "reach-shares"}})),
      m_metric(new ViewChoice(this, "viewMetric", tr("Number that the map shows"),
                              {{tr("Gini"), "gini"},
                               {tr("entropy"), "entropy"},
                               {tr("variance"), "variance"},
                               {ReachWords::name(LayerMetric::EffectiveTokens), "effective-tokens"},
                               {ReachWords::name(LayerMetric::MeanDistance), "mean-distance"},
                               {ReachWords::name(LayerMetric::Span), "span"},
                               {ReachWords::name(LayerMetric::NormalisedEntropy), "normalised-entropy"},
                               {ReachWords::name(LayerMetric::EvictedMass), "evicted-mass"}})),
      m_exact(
          new ViewChoice(this, "viewExact", tr("Live or exact numbers"), {{tr("live"), ""}, {tr("exact"), "exact"}})),
      m_pages(new QStackedWidget(this)),
      m_plots{new Plot(this, tr("Gini, entropy and variance per step"), tr("step (tokens)")),
              new Plot(this, tr("Effective tokens, mean distance and span per step"), tr("step (tokens)")),
              new Plot(this, tr("Normalised entropy and evicted mass per step"), tr("step (tokens)"))},
      m_lorenz(new LorenzPlot(this)),
      m_ages(new AgesPlot(this)),
      m_over(new Plot(this, {}, tr("step (tokens)"))),
      m_map(*m_over, metricTitle(LayerMetric::Gini)),
      m_missing(new RowsMissing(workspace, this)),
      m_numbers(new LayerNumbers(this)),
      m_job(this) {
    reportInTurn(m_job);
    reportInTurn(m_numbers->shapeJob());
    reportInTurn(m_numbers->reachJob());
    connect(m_numbers, &LayerNumbers::grown, this, &InequalityDock::showMore);
    makePlots();
    setContentsLength(*m_view);
    connect(m_view, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
    setContentsLength(*m_metric, 8);
    connect(m_metric, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
    connect(m_exact, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
    body()->addLayout(rowOf({{m_view, 1}, {m_metric, 1}, m_exact}));
    link(m_over, true);
    for (Plot* plot : m_plots) {
        link(plot, true);
    }
    link(m_lorenz, false);
    link(m_ages, false);
    for (QWidget* page :
         std::initializer_list<QWidget*>{m_plots[0], m_plots[1], m_plots[2], m_lorenz, m_ages, m_over, m_missing}) {
        m_pages->addWidget(page);
    }
    body()->addWidget(m_pages, 1);
}

bool InequalityDock::dependsOn(int, int layer, int) const {
    return shownSelection().part() != m_unit || !m_lines[0].draws(layer);
}

void InequalityDock::rebuild(const Trace& trace) {
    m_unit = shownSelection().part();
    m_lorenz->forget();
    m_span.reset();
    m_ages->setAges({});
    const int layers = trace.shape().layers;
    m_numbers->follow({workspace().recording(), lane(), m_unit, wantsExact(trace), reads()});
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i].choose(layers, shownSelection().layer());
        // Numbers from rows are computed only for the visible plot.
        if (i == 0 || i == over()) {
            m_lines[i].follow([&](int panel, int layer) {
                return m_numbers->valueOf(static_cast<LayerMetric>(kTogether[i].first + panel), layer);
            });
        } else {
            m_lines[i].clear();
        }
    }
    followMap(layers);
    for (const int each : {0, 1, 2}) {
        m_plots[0]->setYTitle(each, metricTitle(static_cast<LayerMetric>(each), exact()));
    }
    for (Plot* plot : {m_plots[0], m_plots[1], m_plots[2], m_over}) {
        plot->setBoundary(promptEdge(trace), {});
    }
}

void InequalityDock::append(const Trace&, std::int64_t, std::int64_t to) {
    m_lines[0].extendTo(m_numbers->ready(to, LayerMetric::Gini));
}

void InequalityDock::show(const Trace& trace, Dirty) {
    m_lines[0].extendTo(m_numbers->ready(trace.steps(), LayerMetric::Gini));
    m_metric->setVisible(view() == View::Map);
    offerExact(trace);
    if (wantsExact(trace) != exact()) {
        markDirty(DirtyFlag::Recording);  // the first row has arrived
    }
    const bool rows = trace.rowBytesStored() > 0;
    const bool choice = view() == View::Run || (view() == View::Map && !reads());
    m_exact->setVisible(choice);
    if (rows && (choice || reads())) {
        m_numbers->askFor(trace.steps(), shownMetric());
    }
    if (!rows && (view() == View::Lorenz || view() == View::Ages || reads())) {
        m_missing->say(
            tr("This run has no attention rows, which this view needs. “Record: and the rows” records them, at a cost "
               "of time and disk."));
        setLegend({});
        m_pages->setCurrentWidget(m_missing);
    } else if (view() == View::Map) {
        m_pages->setCurrentWidget(m_over);
        setLegend({});
        m_map.extendTo(m_numbers->ready(trace.steps(), metric()));
        m_map.show(selection().range());
    } else if (view() == View::Lorenz) {
        m_pages->setCurrentWidget(m_lorenz);
        showLorenz();
    } else if (view() == View::Ages) {
        showAges(trace);
    } else {
        m_pages->setCurrentWidget(m_plots[over()]);
        showRun(trace);
    }
}

void InequalityDock::onHover(Plot* plot, int panel, double x, double y) {
    if (plot == m_over) {
        const Trace* trace = shownSelection().trace();
        const std::int64_t step = std::llround(x);
        if (trace != nullptr && step >= 0 && step < trace->steps()) {
            selection().setHover({.token = -1, .step = step, .layer = m_map.layerAt(y)});
            setReadout(describeLayer(*trace, step, m_map.layerAt(y)));
        } else {
            selection().setHover({});
        }
    } else if (isOverTheRun(plot)) {
        PlotDock::onHover(plot, panel, x, y);
    } else {
        setReadout(plot == m_lorenz ? m_lorenz->describe(x) : m_ages->describeAt(shownSelection().layer(), x));
    }
}

void InequalityDock::onPick(Plot* plot, int panel, double x, double y) {
    if (plot == m_over) {
        selection().setLayer(m_map.layerAt(y));
    }
    if (isOverTheRun(plot) || plot == m_over) {
        PlotDock::onPick(plot, panel, x, y);
    }
}

InequalityDock::FigureOf InequalityDock::figureOf() const {
    switch (view()) {
        case View::Lorenz:
            return [layer = shownSelection().layer(), head = selection().head(), step = shownSelection().step()](
                       const Recording& recording, int ofLane) {
                return figures::lorenz(recording, ofLane, layer, head, step);
            };
        case View::Ages:
            return [span = wanted(*shownSelection().trace())](const Recording& recording, int ofLane) {
                const std::int64_t last = std::min(span.last, recording.trace(ofLane).steps() - 1);
                return figures::ages(recording, ofLane, std::min(span.first, last), last);
            };
        case View::Map:
            return [metric = metric(), part = shownSelection().part(), steps = shownSteps(), by = source()](
                       const Recording& recording, int ofLane) {
                return figures::layerMetric(recording, ofLane, metric,
                                            figures::measuredPart(recording.trace(ofLane), part, metric), steps, by);
            };
        case View::Reach:
        case View::Shares:
            return [part = shownSelection().part(), which = reachFigure()](const Recording& recording, int ofLane) {
                const Trace& trace = recording.trace(ofLane);
                return figures::reachOf(recording, ofLane,
                                        figures::measuredPart(trace, part, LayerMetric::EffectiveTokens), which);
            };
        default:
            return [part = shownSelection().part(), by = source()](const Recording& recording, int ofLane) {
                return figures::inequalityOf(recording, ofLane, figures::measuredPart(recording.trace(ofLane), part),
                                             by);
            };
    }
}

QString InequalityDock::emptySentence() const {
    return tr("The inequality of each layer's attention (Gini, entropy, variance) appears here.");
}

bool InequalityDock::isOverTheRun(const Plot* plot) const {
    return std::ranges::find(m_plots, plot) != m_plots.end();
}

InequalityDock::LayerMetric InequalityDock::shownMetric() const {
    return view() == View::Map ? metric() : static_cast<LayerMetric>(kTogether[over()].first);
}

figures::ReachFigure InequalityDock::reachFigure() const {
    return shownMetric() >= LayerMetric::NormalisedEntropy ? figures::ReachFigure::Shares
                                                           : figures::ReachFigure::Tokens;
}

QString InequalityDock::metricTitle(LayerMetric metric, bool exact) {
    static constexpr const char* kTitles[][2] = {{QT_TR_NOOP("Gini"), QT_TR_NOOP("Gini exact")},
                                                 {QT_TR_NOOP("H (nats)"), QT_TR_NOOP("H exact (nats)")},
                                                 {QT_TR_NOOP("V"), QT_TR_NOOP("V exact")}};
    return figures::isReach(metric) ? ReachWords::title(metric)
                                    : tr(kTitles[static_cast<std::size_t>(metric)][exact ? 1 : 0]);
}

void InequalityDock::makePlots() {
    using Form = LayerLines::Form;
    const std::array<std::vector<Form>, 3> forms{{{Form::FromZero, Form::Line, Form::Line},
                                                  {Form::FromZero, Form::FromZero, Form::FromZero},
                                                  {Form::FromZero, Form::Strokes}}};
    for (std::size_t i = 0; i < m_plots.size(); ++i) {
        for (int each = 0; each < kTogether[i].count; ++each) {
            const auto metric = static_cast<LayerMetric>(kTogether[i].first + each);
            m_plots[i]->addPanel(figures::isReach(metric) ? ReachWords::shortName(metric) : metricTitle(metric));
        }
        m_lines.emplace_back(*m_plots[i], forms[i]);
    }
    m_plots[0]->y(2)->setNumberFormat(QStringLiteral("gb"));
    m_plots[0]->y(2)->setNumberPrecision(3);
}

void InequalityDock::followMap(int layers) {
    std::vector<Digest::ValueAt> values;
    values.reserve(static_cast<std::size_t>(layers));
    for (int layer = 0; layer < layers; ++layer) {
        values.push_back(m_numbers->valueOf(metric(), layer));
    }
    if (m_numbers->isComputed(metric())) {
        m_map.forget();
    }
    m_map.follow(
        m_numbers->source(metric()), layers,
        [values = std::move(values)](std::int64_t step, int layer) {
            return values[static_cast<std::size_t>(layer)](step);
        },
        metric() == LayerMetric::EvictedMass ? LayerMap::kFewColumns : LayerMap::kMostColumns);
    m_over->setScaleTitle(metricTitle(metric(), exact()));
    m_over->setAccessibleName(figures::isReach(metric()) ? tr("%1 by layer and step").arg(ReachWords::name(metric()))
                                                         : tr("Inequality by layer and step"));
}

void InequalityDock::offerExact(const Trace& trace) {
    const bool rows = trace.rowBytesStored() > 0;
    m_exact->setEnabled(rows);
    m_exact->showInstead(rows ? m_exact->chosen() : 0);
    m_exact->setToolTip(rows ? tr("Live: computed during the run. Exact: computed again from the recorded rows")
                             : tr("Live. Exact numbers need attention rows, which this run does not have; “Record: and "
                                  "the rows” records them"));
}

void InequalityDock::showMore() {
    const Trace* trace = shownSelection().trace();
    if (trace == nullptr) {
        return;
    }
    if (!shown()) {
        markDirty(DirtyFlag::Data);  // continues when the dock is shown again
        return;
    }
    show(*trace, {});
    for (Plot* plot : {m_plots[0], m_plots[1], m_plots[2], m_over}) {
        plot->redraw();
    }
    if (selection().hover().step < 0) {
        setReadout(status(*trace));
    }
}

void InequalityDock::showRun(const Trace& trace) {
    const int layers = trace.shape().layers;
    m_lines[over()].extendTo(m_numbers->ready(trace.steps(), shownMetric()));
    m_lines[over()].show(shownSelection().layer(), palette().color(QPalette::Base), wholeRange());
    setLegend(layerLegend(layers));
}

QString InequalityDock::layerLegend(int layers) const {
    QString legend;
    for (const int layer : m_lines[0].layers()) {
        const QString name = layer == shownSelection().layer() ? tr("layer %1").arg(layer) : QString::number(layer);
        legend += legendEntry(layerColor(layer, layers), name);
    }
    if (static_cast<int>(m_lines[0].layers().size()) < layers) {
        legend += tr("(%1 of %2 layers)").arg(m_lines[0].layers().size()).arg(layers);
    }
    return legend;
}

QString InequalityDock::describe(const Trace& trace, std::int64_t step) const {
    return describeLayer(trace, step, shownSelection().layer());
}

DockEntry inequalityDock() {
    return {"inequality", QT_TRANSLATE_NOOP("QObject", "Inequality"), Place::Right, 7, makeDock<InequalityDock>};
}

}  // namespace kvw::wb
