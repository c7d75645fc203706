// SPDX-License-Identifier: GPL-3.0-or-later
/// Inequality of attention: Gini, spatial entropy and temporal variance over the run, a line per layer, or one of them
/// as a map of all layers, as they were found while the run went on or computed again from its rows; the Lorenz curve
/// of the selected row; attention by age of token.
#include <QComboBox>
#include <QCoreApplication>
#include <QStackedWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/workbench/docks/exact_values.h"
#include "app/workbench/docks/layer_lines.h"
#include "app/workbench/docks/plot_dock.h"
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

constexpr std::array<float LayerRecord::*, 3> kFields{&LayerRecord::gini, &LayerRecord::entropy,
                                                      &LayerRecord::variance};

QString value(float number) {
    return std::isfinite(number) ? QLocale::c().toString(static_cast<double>(number), 'g', 3) : QStringLiteral("–");
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
          m_plot(new Plot(this)),
          m_lorenz(new LorenzPlot(this)),
          m_ages(new AgesPlot(this)),
          m_over(new Plot(this)),
          m_map(*m_over, metricTitle(0)),
          m_missing(new RowsMissing(workspace, this)),
          m_values(new ExactValues(this)),
          m_job(this) {
        reportInTurn(m_job);
        reportInTurn(m_values->job());
        connect(m_values, &ExactValues::grown, this, &InequalityDock::showMore);
        m_plot->setAccessibleName(tr("Gini, entropy and variance per step"));
        m_plot->setXTitle(tr("step (tokens)"));
        for (const std::size_t metric : {0, 1, 2}) {
            m_plot->addPanel(metricTitle(metric));
        }
        m_lines.emplace(*m_plot);
        m_plot->y(2)->setNumberFormat(QStringLiteral("gb"));
        m_plot->y(2)->setNumberPrecision(3);
        m_view->setObjectName(QStringLiteral("viewWhat"));
        m_view->addItems({tr("Gini, entropy and variance over the run"), tr("Lorenz curve of the selected row"),
                          tr("attention by age of token"), tr("map of layers by steps")});
        m_view->setAccessibleName(tr("View"));
        m_view->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(m_view, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
        m_metric->setObjectName(QStringLiteral("viewMetric"));
        m_metric->addItems({tr("Gini"), tr("entropy"), tr("variance")});
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
        row->addWidget(m_metric);
        row->addWidget(m_exact);
        body()->addLayout(row);
        m_over->setAccessibleName(tr("Inequality by layer and step"));
        m_over->setXTitle(tr("step (tokens)"));
        link(m_over, true);
        link(m_plot, true);
        link(m_lorenz, false);
        link(m_ages, false);
        for (QWidget* page : std::initializer_list<QWidget*>{m_plot, m_lorenz, m_ages, m_over, m_missing}) {
            m_pages->addWidget(page);
        }
        body()->addWidget(m_pages, 1);
    }

 protected:
    /// More layers than lines: which ones are drawn depends on the selected layer.
    bool dependsOn(int, int layer, int) const override { return sight().part() != m_unit || !m_lines->draws(layer); }

    void rebuild(const Trace& trace) override {
        m_unit = sight().part();
        m_row.reset();
        m_span.reset();
        m_ages->setAges({});
        // A recording without values per head shows the layer's.
        m_recorded = figures::measuredPart(trace, m_unit);
        m_isExact = wantsExact(trace);
        const int layers = trace.shape().layers;
        m_lines->choose(layers, sight().layer());
        if (exact()) {
            m_values->follow(workspace().recording(), lane(), m_recorded);
        }
        const auto valueOf = [this, &trace](int number, int layer) -> Digest::ValueAt {
            if (exact()) {
                return m_values->valueOf(number, layer);
            }
            return [recording = workspace().recording(), &trace, layer, part = m_recorded,
                    of = kFields[static_cast<std::size_t>(number)]](std::int64_t step) {
                return static_cast<double>(trace.layer(step, layer, part).*of);
            };
        };
        m_lines->follow(valueOf);
        const auto number = static_cast<int>(metric());
        std::vector<Digest::ValueAt> values;
        for (int layer = 0; layer < layers; ++layer) {
            values.push_back(valueOf(number, layer));
        }
        if (exact()) {
            m_map.forget();
        }
        m_map.follow({workspace().recording(), lane(), m_recorded, exact() ? number + 3 : number}, layers,
                     [values = std::move(values)](std::int64_t step, int layer) {
                         return values[static_cast<std::size_t>(layer)](step);
                     });
        for (const std::size_t each : {0, 1, 2}) {
            m_plot->setYTitle(static_cast<int>(each), metricTitle(each, exact()));
        }
        m_over->setScaleTitle(metricTitle(metric(), exact()));
        const std::int64_t prompt = workspace().recording()->description().promptTokens;
        for (Plot* plot : {m_plot, m_over}) {
            plot->setBoundary(
                prompt > 0 && prompt < axisEnd(trace) ? std::optional(static_cast<double>(prompt) - 0.5) : std::nullopt,
                {});
        }
    }

    void append(const Trace&, std::int64_t, std::int64_t to) override { m_lines->extendTo(ready(to)); }

    void show(const Trace& trace, Dirty) override {
        m_lines->extendTo(ready(trace.steps()));
        m_metric->setVisible(view() == View::Map);
        offerExact(trace);
        if (wantsExact(trace) != exact()) {
            markDirty(DirtyFlag::Recording);  // the first row came
        }
        const bool choice = view() == View::Run || view() == View::Map;
        m_exact->setVisible(choice);
        if (exact() && choice) {
            m_values->askFor(trace.steps());
        }
        if (view() == View::Map) {
            turnTo(m_over);
            setLegend({});
            m_map.extendTo(ready(trace.steps()));
            m_map.show(selection().range());
        } else if (view() != View::Run && trace.wideBytes() == 0) {
            m_missing->say(
                tr("This run has no attention rows, which this view is made of. They are recorded with "
                   "capture “maps”; it costs time and disk."));
            setLegend({});
            turnTo(m_missing);
        } else if (view() == View::Lorenz) {
            turnTo(m_lorenz);
            showLorenz();
        } else if (view() == View::Ages) {
            turnTo(m_ages);
            showAges(trace);
        } else {
            turnTo(m_plot);
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
                                           .arg(headName(m_shown->head), value(static_cast<float>(*m_lorenz->gini())))
                                           .arg(m_lorenz->tokens());
        }
        return step < 0 ? QString() : describe(trace, step);
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
        } else if (plot == m_plot) {
            PlotDock::onHover(plot, panel, x, y);
        } else {
            setReadout(plot == m_lorenz ? m_lorenz->describe(x) : m_ages->describeAt(sight().layer(), x));
        }
    }

    void onPick(Plot* plot, int panel, double x, double y) override {
        if (plot == m_over) {
            selection().setLayer(m_map.layerAt(y));
        }
        if (plot == m_plot || plot == m_over) {
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
                return [metric = static_cast<figures::LayerMetric>(metric()), part = sight().part(),
                        steps = shownSteps(), by = source()](const Recording& recording, int ofLane) {
                    return figures::layerMetric(recording, ofLane, metric,
                                                figures::measuredPart(recording.trace(ofLane), part), steps, by);
                };
            default:
                return [part = sight().part(), by = source()](const Recording& recording, int ofLane) {
                    return figures::inequalityOf(recording, ofLane,
                                                 figures::measuredPart(recording.trace(ofLane), part), by);
                };
        }
    }

    QString formula() const override {
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
    enum class View { Run, Lorenz, Ages, Map };
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
    std::size_t metric() const { return static_cast<std::size_t>(std::clamp(m_metric->currentIndex(), 0, 2)); }
    static QString metricTitle(std::size_t metric, bool exact = false) {
        static constexpr const char* kTitles[][2] = {{QT_TR_NOOP("Gini"), QT_TR_NOOP("Gini exact")},
                                                     {QT_TR_NOOP("H (nats)"), QT_TR_NOOP("H exact (nats)")},
                                                     {QT_TR_NOOP("V"), QT_TR_NOOP("V exact")}};
        return tr(kTitles[metric][exact ? 1 : 0]);
    }

    /// There are rows to compute it from, and that was chosen.
    bool wantsExact(const Trace& trace) const {
        return m_exact->property("chosen").toInt() == 1 && trace.wideBytes() > 0;
    }
    bool exact() const { return m_isExact; }
    figures::ShapeSource source() const {
        return exact() ? figures::ShapeSource::Rows : figures::ShapeSource::Recorded;
    }
    /// Of `steps` those whose numbers are known.
    std::int64_t ready(std::int64_t steps) const { return exact() ? std::min(steps, m_values->steps()) : steps; }

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
        if (trace == nullptr || !exact() || !m_values->isOf(workspace().recording(), lane())) {
            return;
        }
        if (!shown()) {
            markDirty(DirtyFlag::Data);  // goes on when it is seen again
            return;
        }
        show(*trace, {});
        m_plot->redraw();
        m_over->redraw();
        if (selection().hover().step < 0) {
            setReadout(status(*trace));
        }
    }

    QString describeLayer(const Trace& trace, std::int64_t step, int layer) const {
        const auto number = [&](int which) {
            return value(exact() ? static_cast<float>(m_values->valueOf(which, layer)(step))
                                 : trace.layer(step, layer, m_recorded).*kFields[static_cast<std::size_t>(which)]);
        };
        const QString who = m_recorded >= 0 ? tr("layer %1, KV head %2").arg(layer).arg(m_recorded)
                            : m_unit >= 0   ? tr("layer %1 (not recorded per head)").arg(layer)
                                            : tr("layer %1, mean of heads").arg(layer);
        return tr("step %1, %2: Gini\u00a0%3, H\u00a0%4\u00a0nats, V\u00a0%5")
            .arg(step)
            .arg(who, number(0), number(1), number(2));
    }

    void turnTo(QWidget* page) {
        if (m_pages->currentWidget() != page) {
            m_pages->setCurrentWidget(page);
        }
    }
    QString headName(int head) const { return head < 0 ? tr("mean of heads") : tr("query head %1").arg(head); }

    void showRun(const Trace& trace) {
        const int layers = trace.shape().layers;
        m_lines->show(sight().layer(), palette().color(QPalette::Base), wholeRange());
        setLegend(layerLegend(layers));
    }

    QString layerLegend(int layers) const {
        QString legend;
        for (const int layer : m_lines->layers()) {
            const QString name = layer == sight().layer() ? tr("layer %1").arg(layer) : QString::number(layer);
            legend += legendEntry(layerColor(layer, layers), name);
        }
        if (static_cast<int>(m_lines->layers().size()) < layers) {
            legend += tr("(%1 of %2 layers)").arg(m_lines->layers().size()).arg(layers);
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
        m_ages->showLayers(m_lines->layers(), sight().layer());
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
                    m_ages->showLayers(m_lines->layers(), sight().layer());
                    if (const Trace* now = sight().trace()) {
                        setReadout(status(*now));
                    }
                });
            },
            false);
    }

    QComboBox *m_view, *m_metric, *m_exact;
    QStackedWidget* m_pages;
    Plot* m_plot = nullptr;
    LorenzPlot* m_lorenz;
    AgesPlot* m_ages;
    Plot* m_over;
    LayerMap m_map;
    RowsMissing* m_missing;
    std::optional<LayerLines> m_lines;
    int m_unit = -1, m_recorded = -1;
    bool m_isExact = false;
    std::optional<RowKey> m_row, m_shown;  ///< asked for; drawn
    std::optional<Span> m_span;            ///< asked for
    ExactValues* m_values;
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
