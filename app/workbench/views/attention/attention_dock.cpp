// SPDX-License-Identifier: GPL-3.0-or-later
/// The attention dock: a map of the selected layer and head, with queries (steps) as rows, tokens as columns and
/// evicted cells hatched, not zero. Below it the row of the selected step; beside both the marginals over all or the
/// selected tokens.
#include <QCheckBox>
#include <QCoreApplication>
#include <QSplitter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/token_states.h"
#include "app/workbench/views/attention/attention_bars.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/plots/attention_map.h"
#include "app/workbench/views/common/plots/cell_words.h"
#include "app/workbench/views/common/plots/held_words.h"
#include "app/workbench/views/common/plots/pooled_words.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/capture_switch.h"
#include "core/figures/builders/figure_attention.h"
#include "core/trace/capture_changes.h"
#include "core/trace/pooled_maps.h"

namespace kvw::wb {

namespace {

constexpr int kHighEnough = 230;  // pixels; in a lower dock the map takes the whole height
const QColor kRow = colorOf(figures::lineColour({FigureRole::Lane})),
             kReceived = colorOf(figures::lineColour(figures::kReceivedSeries));

class AttentionDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::AttentionDock)

 public:
    AttentionDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_map(new AttentionMap(this)),
          m_row(new Plot(this, tr("Attention of the selected step"), tr("token (index)"))),
          m_parts(new AttentionBars(this)),
          m_job(this) {
        reportInTurn(m_job);
        makeControls();
        makeMap();
        m_row->addPanel(tr("weight (share)"));
        m_row->setInteractions(QCP::Interactions());
        m_columnMarginal = m_row->addLine(0, kReceived);
        m_columnMarginal->setValueAxis(m_row->panel(0)->axis(QCPAxis::atRight));  // only its shape matters
        m_bars = m_row->addLine(0, kRow);
        m_bars->setLineStyle(QCPGraph::lsImpulse);
        link(m_row, false);
        link(m_parts->layers(), false);
        link(m_parts->heads(), false);
        auto* split =
            splitOf(new QSplitter(Qt::Vertical, this), {{m_map, 3}, {m_row, 1}, {m_parts, 1}}, {300, 110, 110});
        m_parts->hide();
        body()->addWidget(split, 1);
        connect(m_map, &QCustomPlot::afterReplot, m_row, [this] { m_row->alignX(m_map); });
    }

 protected:
    bool dependsOn(int, int, int) const override { return true; }

    void rebuild(const Trace& trace) override {
        m_source = std::make_shared<AttentionSource>(
            AttentionKey{workspace().recording(), lane(), shownSelection().layer(), selection().head(), pooling()});
        m_map->clear();
        m_cancel = true;
        m_shownStep = -1;
        m_map->setBoundary(promptEdge(trace), {});
    }

    void show(const Trace& trace, Dirty what) override {
        const PooledMaps* pooled = trace.pooledMaps();
        if (pooled == nullptr ? trace.rowBytesStored() == 0 : pooled->steps() == 0) {
            showMissing();
            return;
        }
        if (pooled != nullptr && !pooled->has(shownSelection().layer())) {
            showEmpty(PooledWords::otherLayers(*pooled));
            return;
        }
        setLegend(
            tr("layer %1, %2 · <i>hatched</i>: evicted, not zero").arg(shownSelection().layer()).arg(headName(trace)) +
            (pooled == nullptr
                 ? heldByAnyHead(trace, shownSelection().step(), shownSelection().layer(), selection().head())
                 : PooledWords::cells(*pooled)));
        if (what & ~Dirty(DirtyFlag::Step | DirtyFlag::Status)) {
            requestImage();
        }
        m_pooling->setEnabled(pooled == nullptr);
        m_showParts->setEnabled(pooled == nullptr);
        m_parts->setVisible(m_showParts->isChecked() && pooled == nullptr);
        m_row->setVisible(content()->height() > kHighEnough && pooled == nullptr);
        showRow(trace);
        showParts(trace);
    }

    void showHover(const Hover& hover) override { m_map->setTokenLine(placeOf(hover.token)); }

    QString status(const Trace& trace) const override {
        const std::int64_t step = shownSelection().step();
        if (const auto& chosen = selection().tokens(); chosen.size() == 1 && chosen.front() <= step) {
            return describeCell(trace, step, chosen.front(), false);
        }
        return PlotDock::status(trace);
    }

    QString describe(const Trace& trace, std::int64_t step) const override {
        std::vector<std::int32_t> tokens;
        std::vector<float> values;
        if (!attentionRow(trace, step, shownSelection().layer(), selection().head(), tokens, values)) {
            const std::string level = captureAt(*workspace().recording(), lane(), step);
            return poolsMaps(level)  ? tr("step %1: rows were pooled").arg(step)
                   : level == "maps" ? tr("step %1: no row recorded").arg(step)
                                     : tr("step %1: no row recorded, “Record” was “%2”")
                                           .arg(step)
                                           .arg(CaptureSwitch::words(QString::fromStdString(level)));
        }
        const auto top = std::max_element(values.begin(), values.end());
        return top == values.end() ? tr("step %1: empty row").arg(step)
                                   : tr("step %1: %2 tokens read, most from token %3 (%4)")
                                             .arg(step)
                                             .arg(readOf(values))
                                             .arg(tokens[static_cast<std::size_t>(top - values.begin())])
                                             .arg(probabilityText(static_cast<double>(*top))) +
                                         sinkWords(trace, step, shownSelection().layer(), selection().head());
    }

    void onPick(Plot* plot, int, double x, double y) override {
        const Trace* trace = shownSelection().trace();
        if (trace == nullptr || trace->steps() == 0) {
            return;
        }
        if (plot == m_parts->layers()) {
            selection().setLayer(std::clamp(static_cast<int>(std::lround(x)), 0, trace->shape().layers - 1));
            return;
        }
        if (plot == m_parts->heads()) {
            const int head = std::clamp(static_cast<int>(std::lround(x)), 0, trace->shape().queryHeads - 1);
            selection().setHead(head == selection().head() ? -1 : head);
            return;
        }
        const std::int64_t token = std::llround(x);
        const std::int64_t step = plot == m_map ? std::llround(y) : shownSelection().step();
        const bool inText = token >= 0 && token < trace->steps() && step >= 0 && step < trace->steps();
        pickToken(*plot, inText && token <= step ? token : -1);
        if (plot == m_map && step >= 0 && step < trace->steps()) {
            selection().setStep(step);
        }
    }

    void onHover(Plot* plot, int, double x, double y) override {
        const Trace* trace = shownSelection().trace();
        if (trace == nullptr) {
            return;
        }
        if (plot == m_parts->layers() || plot == m_parts->heads()) {
            if (plot == m_parts->layers()) {
                hoverLayer(static_cast<int>(std::lround(x)));
            }
            setReadout(m_parts->describe(plot, std::lround(x), !selection().tokens().empty()) +
                       tr(" at step %1").arg(shownSelection().step()));
            return;
        }
        const std::int64_t token = std::llround(x);
        const std::int64_t step = plot == m_map ? std::llround(y) : shownSelection().step();
        if (token < 0 || step < 0 || step >= trace->steps() || token >= trace->steps()) {
            selection().setHover({});
            return;
        }
        selection().setHover({.token = token, .step = step, .layer = -1});
        setReadout(describeCell(*trace, step, token, plot == m_map));
    }

    FigureOf figureOf() const override {
        const int head = PooledWords::headOf(shownSelection().trace(), selection().head());
        figures::AttentionFigure what{shownSelection().layer(), head, pooling() == Pooling::Mean, !m_log->isChecked(),
                                      shownSteps()};
        if (m_showParts->isChecked() && m_showParts->isEnabled() && shownSelection().step() >= 0) {
            what.marginsAt = shownSelection().step();
            what.of = selection().tokens();
        }
        return [what = std::move(what), shown = m_map->x(0)->range()](const Recording& recording, int ofLane) mutable {
            what.tokens = shownOf(shown, recording.trace(ofLane).steps());
            return figures::attention(recording, ofLane, what);
        };
    }

    QString formula() const override {
        return tr(
            "Softmax weights of each query (row, step) over the tokens it could read (columns); every row of a head "
            "sums to 1 over what is <b>held</b>, less what a learned sink of the model takes. “All heads” is the mean "
            "over the query heads."
            "<br><b>Evicted</b> tokens have no weight, which is not zero: hatched. Later tokens are blank; steps "
            "without a recorded row are grey."
            "<br>Zoomed out, a cell shows the largest (or the mean) weight of the cells it stands for."
            "<br><b>Beside the map</b>, per query: its largest weight; with selected tokens, what it puts on them. "
            "<b>Below</b>, grey and on a scale of its own: the mean of each column's cells. <b>Layers and heads</b>: "
            "the same at the selected step, of a layer the mean over its heads.");
    }

    QString emptySentence() const override {
        return tr("The tokens that each step reads appear here, for the selected layer and head.");
    }

 private:
    void makeControls() {
        m_log = new QCheckBox(tr("log"), this);
        m_log->setChecked(true);
        new ViewOption(*m_log, "viewLog", "linear", true);
        m_log->setToolTip(tr("Colours by the logarithm of the weight, over four decades below the highest"));
        m_pooling = new ViewChoice(this, "viewPooling", tr("Pooling"), {{tr("maximum"), ""}, {tr("mean"), "mean"}});
        m_pooling->setToolTip(tr("How a cell joins several values. The maximum never hides a narrow column."));
        m_showParts = new QCheckBox(tr("layers"), this);
        new ViewOption(*m_showParts, "viewParts", "margins", false);
        m_showParts->setToolTip(
            tr("Shows what each layer and head reads at the selected step: its largest weight, or its weight on the "
               "selected tokens"));
        body()->addLayout(rowOf({m_log, m_pooling, m_showParts, BoxPart::room()}));
        connect(m_showParts, &QCheckBox::toggled, this, [this](bool shown) {
            m_parts->setVisible(shown);
            markDirty(DirtyFlag::Step);
        });
        connect(m_log, &QCheckBox::toggled, this, [this] { markDirty(DirtyFlag::Theme); });
        connect(m_pooling, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
    }

    void makeMap() {
        named(m_map, "viewMap", tr("Attention map"));
        m_scale = m_map->addColorScale(tr("attention"));
        m_rowMarginal = m_map->addMarginal(kRow);
        link(m_map, true);
        linkTokens(m_map);
        connect(m_map, &AttentionMap::roomChanged, this, [this] { mark(DirtyFlag::Range); });
        // A zoom by a part of a token changes no selection, but the image.
        connect(m_map, &Plot::zoomedX, this, [this] { mark(DirtyFlag::Range); });
        connect(m_map, &Plot::zoomed, this, [this] { mark(DirtyFlag::Range); });
    }

    /// Returns whether a cell of the map shows the mean of what it stands for.
    bool meanCells() const {
        const PooledMaps* pooled = m_source == nullptr ? nullptr : m_source->pooled();
        return pooled == nullptr ? pooling() == Pooling::Mean : pooled->pooling().pool == MapPool::Mean;
    }

    Pooling pooling() const { return m_pooling->currentIndex() == 1 ? Pooling::Mean : Pooling::Max; }

    QString headName(const Trace& trace) const {
        const int head = PooledWords::headOf(&trace, selection().head());
        return head < 0 ? tr("mean over %1 heads").arg(trace.shape().queryHeads) : tr("query head %1").arg(head);
    }

    static bool recordsMaps(const std::string& level) { return level == "maps" || poolsMaps(level); }

    void showMissing() {
        const bool promised =
            recordsMaps(captureAt(*workspace().recording(), lane(), std::numeric_limits<std::int64_t>::max()));
        if (promised && workspace().client().busy()) {
            showEmpty(tr("Attention rows appear here as they are recorded."));
            return;
        }
        showRowsMissing();
    }

    void requestImage() {
        const bool logarithmic = m_log->isChecked();
        m_job.request(
            [=, this, source = m_source, request = m_map->request(),
             tokens = selection().tokens()](const LatestJob::Stale& stale) {
                source->update(stale);
                if (stale()) {
                    return LatestJob::Report();
                }
                auto window = std::make_shared<MapWindow>(request.windowOf(*source));
                const double high = window->maximum > 0 ? static_cast<double>(window->maximum) : 1;
                const double low = logarithmic ? high * figures::kAttentionDecades : 0;
                const QImage image = request.paint(*window, low, high, logarithmic);
                const auto beside = std::make_shared<MapMarginals>(marginalsOf(*source, *window, tokens, stale));
                return LatestJob::Report(
                    [this, window, image, low, high, logarithmic, beside, chosen = !tokens.empty()] {
                        showMarginals(*beside, chosen);
                        showImage(std::move(*window), image, low, high, logarithmic);
                    });
            },
            std::exchange(m_cancel, false));
    }

    void showImage(MapWindow window, const QImage& image, double low, double high, bool logarithmic) {
        m_map->setImage(std::move(window), image);
        const bool wasLogarithmic = m_scale->dataScaleType() == QCPAxis::stLogarithmic;
        if (logarithmic != wasLogarithmic) {
            m_scale->setDataScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
            m_scale->axis()->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                                   : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
            m_scale->axis()->setNumberFormat(logarithmic ? QStringLiteral("eb") : QStringLiteral("gb"));
            m_scale->axis()->setNumberPrecision(logarithmic ? 0 : 3);
        }
        m_scale->setDataRange(QCPRange(low, high));
        const auto cells = QString::number(std::int64_t{1} << m_map->window().level);
        m_map->setScaleTitle(
            m_map->window().level == 0
                ? tr("attention")
                : (meanCells() ? tr("attention, mean of %1 × %1") : tr("attention, max of %1 × %1")).arg(cells));
        m_map->redraw();
    }

    void showMarginals(const MapMarginals& beside, bool chosen) {
        const auto fill = [](QCPGraph& graph, const std::vector<double>& keys, const std::vector<double>& values) {
            QVector<QCPGraphData> points;
            points.reserve(static_cast<qsizetype>(keys.size()));
            double most = 0;
            for (std::size_t i = 0; i < keys.size(); ++i) {
                points.push_back(QCPGraphData(keys[i], values[i]));
                most = std::fmax(most, values[i]);
            }
            graph.data()->set(points, true);
            return most;
        };
        const double most = fill(*m_rowMarginal, beside.steps, beside.given);
        m_map->setMarginal(most > 0 ? most : 1, chosen ? tr("chosen") : tr("largest"));
        const double received = fill(*m_columnMarginal, beside.tokens, beside.received);
        m_row->panel(0)->axis(QCPAxis::atRight)->setRange(0, received > 0 ? received * 1.05 : 1);
        m_row->redraw();
    }

    void showParts(const Trace& trace) {
        if (!m_showParts->isChecked() || shownSelection().step() < 0) {
            return;
        }
        m_parts->show(stepMarginals(trace, shownSelection().step(), shownSelection().layer(), selection().tokens()),
                      shownSelection().layer(), selection().head(),
                      selection().tokens().empty() ? tr("largest") : tr("on chosen"));
    }

    void showRow(const Trace& trace) {
        const std::int64_t step = shownSelection().step();
        const QCPRange shown = m_map->x(0)->range();
        m_row->setXBounds(shown.lower, shown.upper);
        m_row->showX(std::nullopt);
        if (step >= 0 && step != m_shownStep) {
            m_shownStep = step;
            std::vector<std::int32_t> tokens;
            std::vector<float> values;
            attentionRow(trace, step, shownSelection().layer(), selection().head(), tokens, values);
            QVector<QCPGraphData> points;
            points.reserve(static_cast<qsizetype>(tokens.size()));
            double high = 0;
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                points.push_back(QCPGraphData(tokens[i], static_cast<double>(values[i])));
                high = std::max(high, static_cast<double>(values[i]));
            }
            m_bars->data()->set(points, true);
            m_row->y(0)->setRange(0, high > 0 ? high * 1.05 : 1);
        }
        m_row->redraw();
    }

    static std::ptrdiff_t readOf(const std::vector<float>& values) {
        return std::ranges::count_if(values, [](float value) { return value > 0; });
    }

    QString describeCell(const Trace& trace, std::int64_t step, std::int64_t token, bool pooled) const {
        const QString where = tr("step %1 → token %2 “%3”: ")
                                  .arg(step)
                                  .arg(token)
                                  .arg(tokenShown(trace.tokenText(token)).toHtmlEscaped());
        QString text = where + cellWords(trace, step, token, shownSelection().layer(), selection().head());
        if (token > step) {
            return text;
        }
        if (pooled && m_map->window().level > 0 && m_map->window().at(step, token) >= 0) {
            text += tr(" (cell of %1 × %1: %2)")
                        .arg(std::int64_t{1} << m_map->window().level)
                        .arg(probabilityText(static_cast<double>(m_map->window().at(step, token))));
        }
        return text;
    }

    AttentionMap* m_map;
    Plot* m_row;
    AttentionBars* m_parts;
    QCPGraph *m_rowMarginal = nullptr, *m_columnMarginal = nullptr;
    QCheckBox *m_log = nullptr, *m_showParts = nullptr;
    ViewChoice* m_pooling = nullptr;
    QCPColorScale* m_scale = nullptr;
    QCPGraph* m_bars = nullptr;
    std::shared_ptr<AttentionSource> m_source;
    bool m_cancel = false;
    std::int64_t m_shownStep = -1;
    LatestJob m_job;
};

}  // namespace

DockEntry attentionDock() {
    return {"attention", QT_TRANSLATE_NOOP("QObject", "Attention"), Place::Right, 6, makeDock<AttentionDock>};
}

}  // namespace kvw::wb
