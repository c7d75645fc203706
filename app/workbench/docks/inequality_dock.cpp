// SPDX-License-Identifier: GPL-3.0-or-later
/// Inequality of attention: Gini, spatial entropy and temporal variance over the run, a line per layer, or one of them
/// as a map of all layers, as they were found while the run went on or computed again from its rows; from the rows how
/// much and how far back they read, likewise; the Lorenz curve of the selected row; attention by age of token.
#include <QComboBox>
#include <QCoreApplication>
#include <QStackedWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/workbench/docks/layer_lines.h"
#include "app/workbench/docks/layer_numbers.h"
#include "app/workbench/docks/plot_dock.h"
#include "app/workbench/docks/reach_words.h"
#include "app/workbench/docks/row_plots.h"
#include "app/workbench/docks/rows_missing.h"
#include "app/workbench/plots/colors.h"
#include "app/workbench/plots/latest_job.h"
#include "app/workbench/plots/layer_map.h"
#include "core/bundle/figure_layers.h"
#include "core/bundle/figures.h"

namespace kvw::wb {

namespace {

constexpr const char* kInequalityTitle = QT_TRANSLATE_NOOP("QObject", "Inequality");

using figures::LayerMetric;

constexpr int kMetrics = 8, kFirstOfReach = 3;
static_assert(static_cast<int>(LayerMetric::EffectiveTokens) == kFirstOfReach &&
              static_cast<int>(LayerMetric::EvictedMass) == kMetrics - 1);

/// Metrics that stand over one another in a view over the run.
struct Together {
    int first, count;
};
constexpr std::array<Together, 3> kTogether{{{0, kFirstOfReach}, {kFirstOfReach, 3}, {kFirstOfReach + 3, 2}}};

QString value(double number) {
    return std::isfinite(number) ? QLocale::c().toString(number, 'g', 3) : QStringLiteral("–");
}

class InequalityDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::InequalityDock)

 public:
    InequalityDock(Workspace& workspace, QWidget* parent)
        : PlotDock(QStringLiteral("inequality"), QObject::tr(kInequalityTitle), workspace, parent),
          m_view(new QComboBox(this)),
          m_metric(new QComboBox(this)),
          m_exact(new QComboBox(this)),
          m_pages(new QStackedWidget(this)),
          m_plots{new Plot(this), new Plot(this), new Plot(this)},
          m_lorenz(new LorenzPlot(this)),
          m_ages(new AgesPlot(this)),
          m_over(new Plot(this)),
          m_map(*m_over, metricTitle(LayerMetric::Gini)),
          m_missing(new RowsMissing(workspace, this)),
          m_numbers(new LayerNumbers(this)),
          m_job(this) {
        reportInTurn(m_job);
        reportInTurn(m_numbers->shapeJob());
        reportInTurn(m_numbers->reachJob());
        connect(m_numbers, &LayerNumbers::grown, this, &InequalityDock::showMore);
        makePlots();
        m_view->setObjectName(QStringLiteral("viewWhat"));
        m_view->addItems({tr("Gini, entropy and variance over the run"), tr("Lorenz curve of the selected row"),
                          tr("attention by age of token"), tr("map of layers by steps"),
                          tr("effective tokens, distance and span over the run"),
                          tr("H / ln n and evicted mass over the run")});
        m_view->setAccessibleName(tr("View"));
        m_view->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(m_view, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
        m_metric->setObjectName(QStringLiteral("viewMetric"));
        m_metric->addItems({tr("Gini"), tr("entropy"), tr("variance")});
        for (int metric = kFirstOfReach; metric < kMetrics; ++metric) {
            m_metric->addItem(ReachWords::name(static_cast<LayerMetric>(metric)));
        }
        m_metric->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_metric->setMinimumContentsLength(8);
        m_metric->setAccessibleName(tr("Number that the map shows"));
        connect(m_metric, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
        m_exact->setObjectName(QStringLiteral("viewExact"));
        m_exact->addItems({tr("live"), tr("exact")});
        m_exact->setAccessibleName(tr("Live or exact numbers"));
        m_exact->setProperty("chosen", 0);
        connect(m_exact, &QComboBox::activated, this, [this](int index) {
            m_exact->setProperty("chosen", index);  // also while a run has no rows for it
            markDirty(DirtyFlag::Recording);
        });
        auto* row = new QHBoxLayout;
        row->addWidget(m_view, 1);
        row->addWidget(m_metric, 1);
        row->addWidget(m_exact);
        body()->addLayout(row);
        m_over->setXTitle(tr("step (tokens)"));
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

 protected:
    /// More layers than lines: which ones are drawn depends on the selected layer.
    bool dependsOn(int, int layer, int) const override { return sight().part() != m_unit || !m_lines[0].draws(layer); }

    void rebuild(const Trace& trace) override {
        m_unit = sight().part();
        m_row.reset();
        m_span.reset();
        m_ages->setAges({});
        const int layers = trace.shape().layers;
        m_numbers->follow({workspace().recording(), lane(), m_unit, wantsExact(trace), reads()});
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            m_lines[i].choose(layers, sight().layer());
            // What is read from rows is computed only where it is seen.
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
        const std::int64_t prompt = workspace().recording()->description().promptTokens;
        for (Plot* plot : {m_plots[0], m_plots[1], m_plots[2], m_over}) {
            plot->setBoundary(
                prompt > 0 && prompt < axisEnd(trace) ? std::optional(static_cast<double>(prompt) - 0.5) : std::nullopt,
                {});
        }
    }

    void append(const Trace&, std::int64_t, std::int64_t to) override {
        m_lines[0].extendTo(m_numbers->ready(to, LayerMetric::Gini));
    }

    void show(const Trace& trace, Dirty) override {
        m_lines[0].extendTo(m_numbers->ready(trace.steps(), LayerMetric::Gini));
        m_metric->setVisible(view() == View::Map);
        offerExact(trace);
        if (wantsExact(trace) != exact()) {
            markDirty(DirtyFlag::Recording);  // the first row came
        }
        const bool rows = trace.wideBytes() > 0;
        const bool choice = view() == View::Run || (view() == View::Map && !reads());
        m_exact->setVisible(choice);
        if (rows && (choice || reads())) {
            m_numbers->askFor(trace.steps(), shownMetric());
        }
        if (!rows && (view() == View::Lorenz || view() == View::Ages || reads())) {
            m_missing->say(
                tr("This run has no attention rows, which this view is made of. They are recorded with "
                   "capture “maps”; it costs time and disk."));
            setLegend({});
            turnTo(m_missing);
        } else if (view() == View::Map) {
            turnTo(m_over);
            setLegend({});
            m_map.extendTo(m_numbers->ready(trace.steps(), metric()));
            m_map.show(selection().range());
        } else if (view() == View::Lorenz) {
            turnTo(m_lorenz);
            showLorenz();
        } else if (view() == View::Ages) {
            turnTo(m_ages);
            showAges(trace);
        } else {
            turnTo(m_plots[over()]);
            showRun(trace);
        }
    }

    QString status(const Trace& trace) const override {
        const std::int64_t step = sight().step();
        if (view() == View::Ages && m_pages->currentWidget() == m_ages) {
            return m_ages->describe(sight().layer());
        }
        if (view() == View::Lorenz && m_pages->currentWidget() == m_lorenz && m_shown) {
            return !m_lorenz->gini() ? tr("step %1: no row recorded").arg(m_shown->step)
                                     : tr("step %1, layer %2, %3: Gini\u00a0%4 over %5 tokens held")
                                           .arg(m_shown->step)
                                           .arg(m_shown->layer)
                                           .arg(headName(m_shown->head), value(*m_lorenz->gini()))
                                           .arg(m_lorenz->tokens());
        }
        return step < 0 ? QString() : describeLayer(trace, step, sight().layer(), true);
    }

    void onHover(Plot* plot, int panel, double x, double y) override {
        if (plot == m_over) {
            const Trace* trace = sight().trace();
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
            setReadout(plot == m_lorenz ? m_lorenz->describe(x) : m_ages->describeAt(sight().layer(), x));
        }
    }

    void onPick(Plot* plot, int panel, double x, double y) override {
        if (plot == m_over) {
            selection().setLayer(m_map.layerAt(y));
        }
        if (isOverTheRun(plot) || plot == m_over) {
            PlotDock::onPick(plot, panel, x, y);
        }
    }

    QString describe(const Trace& trace, std::int64_t step) const override {
        return describeLayer(trace, step, sight().layer());
    }

    FigureOf figureOf() const override {
        switch (view()) {
            case View::Lorenz:
                return [layer = sight().layer(), head = selection().head(), step = sight().step()](
                           const Recording& recording, int ofLane) {
                    return figures::lorenz(recording, ofLane, layer, head, step);
                };
            case View::Ages:
                return [span = wanted(*sight().trace())](const Recording& recording, int ofLane) {
                    const std::int64_t last = std::min(span.last, recording.trace(ofLane).steps() - 1);
                    return figures::ages(recording, ofLane, std::min(span.first, last), last);
                };
            case View::Map:
                return [metric = metric(), part = sight().part(), steps = shownSteps(), by = source()](
                           const Recording& recording, int ofLane) {
                    return figures::layerMetric(recording, ofLane, metric,
                                                figures::measuredPart(recording.trace(ofLane), part, metric), steps,
                                                by);
                };
            case View::Reach:
            case View::Shares:
                return [part = sight().part(), which = reachFigure()](const Recording& recording, int ofLane) {
                    const Trace& trace = recording.trace(ofLane);
                    return figures::reachOf(recording, ofLane,
                                            figures::measuredPart(trace, part, LayerMetric::EffectiveTokens), which);
                };
            default:
                return [part = sight().part(), by = source()](const Recording& recording, int ofLane) {
                    return figures::inequalityOf(recording, ofLane,
                                                 figures::measuredPart(recording.trace(ofLane), part), by);
                };
        }
    }

    QString formula() const override {
        if (reads()) {
            return ReachWords::formula();
        }
        return tr(
            "<b>Gini</b> of the current attention row over the held tokens (mean over heads): "
            "G = Σ<sub>i</sub>(2i − n − 1)·a<sub>(i)</sub> / (n·Σa), ascending; 0 = equal, (n−1)/n = one token."
            "<br><b>Spatial entropy</b> H = −Σ<sub>j</sub> a<sub>j</sub> ln(a<sub>j</sub> + 1e-10), nats; mean over "
            "heads.<br><b>Temporal variance</b> V: unbiased variance of each column over the last 8 rows, summed "
            "over columns and heads; fewer than 2 rows: no value."
            "<br><b>Live</b>: found while the run went on, V slot by slot, where a token that a compaction moves is a "
            "new one. <b>Exact</b>: computed again from the recorded rows, by token."
            "<br><b>Lorenz curve</b> of a row: what the k tokens read least get together, over k/n. The diagonal is an "
            "even row; Gini is twice the area between them."
            "<br><b>By age</b>: share of attention of each twentieth of the text seen, mean over heads and rows (of "
            "the "
            "steps shown, after the prompt). Evicted tokens get nothing.");
    }

    QString emptySentence() const override {
        return tr("How unevenly each layer spreads its attention (Gini, entropy, variance) appears here.");
    }

 private:
    enum class View { Run, Lorenz, Ages, Map, Reach, Shares };
    struct RowKey {
        std::int64_t step;
        int lane, layer, head;
        bool operator==(const RowKey&) const = default;
    };
    /// Steps whose rows are averaged.
    struct Span {
        std::int64_t first, last;
        int lane;
        bool operator==(const Span&) const = default;
    };

    View view() const { return static_cast<View>(std::max(0, m_view->currentIndex())); }
    LayerMetric metric() const {
        return static_cast<LayerMetric>(std::clamp(m_metric->currentIndex(), 0, kMetrics - 1));
    }
    /// Which of the plots over the run.
    std::size_t over() const { return view() == View::Reach ? 1 : view() == View::Shares ? 2 : 0; }
    bool isOverTheRun(const Plot* plot) const {
        return std::find(m_plots.begin(), m_plots.end(), plot) != m_plots.end();
    }
    /// One of those that are shown, which stands for all.
    LayerMetric shownMetric() const {
        return view() == View::Map ? metric() : static_cast<LayerMetric>(kTogether[over()].first);
    }
    /// It shows what is found in rows alone.
    bool reads() const { return figures::isReach(shownMetric()); }
    figures::ReachFigure reachFigure() const {
        return shownMetric() >= LayerMetric::NormalisedEntropy ? figures::ReachFigure::Shares
                                                               : figures::ReachFigure::Tokens;
    }
    static QString metricTitle(LayerMetric metric, bool exact = false) {
        static constexpr const char* kTitles[][2] = {{QT_TR_NOOP("Gini"), QT_TR_NOOP("Gini exact")},
                                                     {QT_TR_NOOP("H (nats)"), QT_TR_NOOP("H exact (nats)")},
                                                     {QT_TR_NOOP("V"), QT_TR_NOOP("V exact")}};
        return figures::isReach(metric) ? ReachWords::title(metric)
                                        : tr(kTitles[static_cast<std::size_t>(metric)][exact ? 1 : 0]);
    }

    void makePlots() {
        using Form = LayerLines::Form;
        const std::array<std::vector<Form>, 3> forms{{{Form::FromZero, Form::Line, Form::Line},
                                                      {Form::FromZero, Form::FromZero, Form::FromZero},
                                                      {Form::FromZero, Form::Strokes}}};
        m_plots[0]->setAccessibleName(tr("Gini, entropy and variance per step"));
        m_plots[1]->setAccessibleName(tr("Effective tokens, mean distance and span per step"));
        m_plots[2]->setAccessibleName(tr("Normalised entropy and evicted mass per step"));
        for (std::size_t i = 0; i < m_plots.size(); ++i) {
            m_plots[i]->setXTitle(tr("step (tokens)"));
            for (int each = 0; each < kTogether[i].count; ++each) {
                const auto metric = static_cast<LayerMetric>(kTogether[i].first + each);
                m_plots[i]->addPanel(figures::isReach(metric) ? ReachWords::shortName(metric) : metricTitle(metric));
            }
            m_lines.emplace_back(*m_plots[i], forms[i]);
        }
        m_plots[0]->y(2)->setNumberFormat(QStringLiteral("gb"));
        m_plots[0]->y(2)->setNumberPrecision(3);
    }

    void followMap(int layers) {
        std::vector<Digest::ValueAt> values;
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
        m_over->setAccessibleName(figures::isReach(metric())
                                      ? tr("%1 by layer and step").arg(ReachWords::name(metric()))
                                      : tr("Inequality by layer and step"));
    }

    /// There are rows to compute it from, and that was chosen.
    bool wantsExact(const Trace& trace) const {
        return m_exact->property("chosen").toInt() == 1 && trace.wideBytes() > 0;
    }
    bool exact() const { return m_numbers->exact(); }
    figures::ShapeSource source() const {
        return exact() ? figures::ShapeSource::Rows : figures::ShapeSource::Recorded;
    }
    void offerExact(const Trace& trace) {
        const bool rows = trace.wideBytes() > 0;
        m_exact->setEnabled(rows);
        m_exact->setCurrentIndex(rows ? m_exact->property("chosen").toInt() : 0);
        m_exact->setToolTip(rows ? tr("Live: found while the run went on. Exact: computed again from the recorded rows")
                                 : tr("Live. Exact numbers are computed from attention rows, which this run has not: "
                                      "they are recorded with capture “maps”"));
    }

    /// More steps were computed.
    void showMore() {
        const Trace* trace = sight().trace();
        if (trace == nullptr) {
            return;
        }
        if (!shown()) {
            markDirty(DirtyFlag::Data);  // goes on when it is seen again
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

    QString ofLayer(const Trace& trace, int layer, LayerMetric metric) const {
        const int part = m_numbers->part(metric);
        if (part < 0) {
            return m_unit >= 0 ? tr("layer %1 (not recorded per head)").arg(layer)
                               : tr("layer %1, mean of heads").arg(layer);
        }
        return (trace.shape().parts() == trace.shape().kvHeads ? tr("layer %1, KV head %2")
                                                               : tr("layer %1, query head %2"))
            .arg(layer)
            .arg(part);
    }

    /// `means`: those of the run stand behind, where they are known.
    QString describeLayer(const Trace& trace, std::int64_t step, int layer, bool means = false) const {
        const QString who = ofLayer(trace, layer, shownMetric());
        const auto number = [&](LayerMetric which) { return m_numbers->valueOf(which, layer)(step); };
        if (reads()) {
            const auto mean = [&](LayerMetric which) { return m_numbers->mean(which, layer); };
            return ReachWords::describe(reachFigure(), step, who, number,
                                        means ? ReachWords::Number(mean) : ReachWords::Number());
        }
        return tr("step %1, %2: Gini\u00a0%3, H\u00a0%4\u00a0nats, V\u00a0%5")
            .arg(step)
            .arg(who, value(number(LayerMetric::Gini)), value(number(LayerMetric::Entropy)),
                 value(number(LayerMetric::Variance)));
    }

    void turnTo(QWidget* page) {
        if (m_pages->currentWidget() != page) {
            m_pages->setCurrentWidget(page);
        }
    }
    QString headName(int head) const { return head < 0 ? tr("mean of heads") : tr("query head %1").arg(head); }

    void showRun(const Trace& trace) {
        const int layers = trace.shape().layers;
        m_lines[over()].extendTo(m_numbers->ready(trace.steps(), shownMetric()));
        m_lines[over()].show(sight().layer(), palette().color(QPalette::Base), wholeRange());
        setLegend(layerLegend(layers));
    }

    QString layerLegend(int layers) const {
        QString legend;
        for (const int layer : m_lines[0].layers()) {
            const QString name = layer == sight().layer() ? tr("layer %1").arg(layer) : QString::number(layer);
            legend += legendEntry(layerColor(layer, layers), name);
        }
        if (static_cast<int>(m_lines[0].layers().size()) < layers) {
            legend += tr("(%1 of %2 layers)").arg(m_lines[0].layers().size()).arg(layers);
        }
        return legend;
    }

    void showLorenz() {
        const RowKey key{sight().step(), lane(), sight().layer(), selection().head()};
        const QColor color = layerColor(key.layer, sight().trace()->shape().layers);
        setLegend(legendEntry(color, tr("layer %1, %2").arg(key.layer).arg(headName(key.head))) +
                  legendEntry(m_lorenz->foreground(), tr("even (dashed)")));
        m_lorenz->recolour(color);
        if (m_row == key || key.step < 0) {
            return;
        }
        m_row = key;
        m_job.request(
            [this, key, color, recording = workspace().recording()](const LatestJob::Stale&) {
                auto row = lorenzOfRow(recording->trace(key.lane), key.step, key.layer, key.head);
                return LatestJob::Report([this, key, color, row = std::move(row)] {
                    m_shown = key;
                    m_lorenz->setRow(row, color);
                    if (const Trace* trace = sight().trace()) {
                        setReadout(status(*trace));
                    }
                });
            },
            false);
    }

    /// The range shown, without the prompt unless it is all there is.
    Span wanted(const Trace& trace) const {
        const StepRange range = selection().range();
        const std::int64_t last = trace.steps() - 1;
        const std::int64_t prompt = std::min(workspace().recording()->description().promptTokens, last);
        return {range.all() ? prompt : range.first, range.all() ? last : std::min(range.last, last), lane()};
    }

    void showAges(const Trace& trace) {
        setLegend(layerLegend(trace.shape().layers) + legendEntry(m_ages->foreground(), tr("even (dashed)")));
        m_ages->showLayers(m_lines[0].layers(), sight().layer());
        const Span span = wanted(trace);
        // A run that goes on is read anew when it has grown by a tenth.
        const bool same = m_span && m_span->first == span.first && m_span->lane == span.lane &&
                          (m_span->last == span.last ||
                           (workspace().client().busy() && (span.last - m_span->last) * 10 < span.last - span.first));
        if (same) {
            return;
        }
        m_span = span;
        m_job.request(
            [this, span, recording = workspace().recording()](const LatestJob::Stale& stale) {
                AttentionAges ages = attentionAges(recording->trace(span.lane), span.first, span.last, 20, 1024, stale);
                return LatestJob::Report([this, ages = std::move(ages)] {
                    m_ages->setAges(ages);
                    m_ages->showLayers(m_lines[0].layers(), sight().layer());
                    if (const Trace* now = sight().trace()) {
                        setReadout(status(*now));
                    }
                });
            },
            false);
    }

    QComboBox *m_view, *m_metric, *m_exact;
    QStackedWidget* m_pages;
    std::array<Plot*, 3> m_plots;  ///< over the run, as kTogether
    LorenzPlot* m_lorenz;
    AgesPlot* m_ages;
    Plot* m_over;
    LayerMap m_map;
    RowsMissing* m_missing;
    std::vector<LayerLines> m_lines;  ///< of m_plots
    int m_unit = -1;
    std::optional<RowKey> m_row, m_shown;  ///< asked for; drawn
    std::optional<Span> m_span;            ///< asked for
    LayerNumbers* m_numbers;
    LatestJob m_job;
};

}  // namespace

DockEntry inequalityDock() {
    return {"inequality",
            kInequalityTitle,
            Place::RightMiddle,
            7,
            true,
            [](Workspace& workspace, QWidget* parent) -> Dock* { return new InequalityDock(workspace, parent); }};
}

}  // namespace kvw::wb
