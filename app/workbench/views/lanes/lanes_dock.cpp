// SPDX-License-Identifier: GPL-3.0-or-later
/// The lanes dock: policies on the same text side by side, with a table of what each costs and saves, one curve per
/// lane, and how far their keep-sets agree.
#include <QCoreApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSet>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStyle>
#include <QTableView>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/plot/live_panel.h"
#include "app/workbench/session/draft/lane_set.h"
#include "app/workbench/session/runs/lane_divergence.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/number_order.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/event_hook.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/lane_swatch.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/lanes/lanes_model.h"
#include "core/analysis/overlap.h"
#include "core/figures/builders/figure_lanes.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"

namespace kvw::wb {

namespace {

constexpr int kLeastHeight = 48;
constexpr int kNameWidth = 28, kLeastNameWidth = 20;  // characters
constexpr std::size_t kLanes = LaneSet::kMost + 1;    // lanes and the full cache

class LanesDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::LanesDock)

 public:
    LanesDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_model(new LanesModel(this)),
          m_order(new PinnedOrder(LanesModel::Name, this)),
          m_curves(new Plot(this, tr("One curve per lane over the steps"), axisWords(figures::stepAxis()))),
          m_overlap(new Plot(this, tr("Overlap of keep-sets with the selected lane, by layer"), tr("layer"))) {
        reportInTurn(m_job);
        makeLanesTable();
        m_curve = new ViewChoice(this, "viewCurve", tr("Curve per lane"),
                                 {{tr("mean NLL so far")},
                                  {tr("mean ΔNLL so far")},
                                  {tr("NLL of each token")},
                                  {tr("ΔNLL of each token")},
                                  {tr("KL to the full cache")},
                                  {tr("live bytes"), "memory-length"},
                                  {tr("mean NLL less the selected lane's")},
                                  {tr("NLL less the selected lane's")}});
        connect(m_curve, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });

        m_curves->addPanel({});
        link(m_curves, true);
        m_overlap->addPanel(tr("overlap (Jaccard)"));
        m_overlap->setLayerAxis(Qt::Horizontal);
        m_overlap->setInteractions(QCP::Interactions());
        m_overlap->y(0)->setRange(0, 1.05);
        link(m_overlap, false);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            m_lines[lane] = Series(*m_curves, 0, Qt::blue);
            m_shared[lane] = Series(*m_overlap, 0, Qt::blue);
            m_shared[lane].graph()->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 5));
        }

        auto* plots = splitOf(new QSplitter(Qt::Vertical, this), {{m_curves, 3}, {m_overlap, 2}});
        auto* right = new QWidget(this);
        columnOf({{m_curve, 0, Qt::AlignLeft}, {plots, 1}}, right, {0, 1});
        // In a low window the docks are tabs, so none may require more height than the others.
        right->setMinimumHeight(kLeastHeight);
        m_table->setMinimumHeight(kLeastHeight);
        m_halves = splitOf(new Halves(this), {{m_table, 2}, {right, 1}}, {650, 350});
        hideLegend();  // the table is the legend
        body()->addWidget(m_halves, 1);
        m_over = new TextLine(this, "lanesOver");
        m_over->hide();
        body()->addWidget(m_over);
    }

    QString copyText() const override { return tabSeparated(*m_order); }
    // The table is made at once. NOLINTNEXTLINE(bugprone-parent-virtual-call)
    TextWork copyWork() const override { return Dock::copyWork(); }

 protected:
    bool dependsOn(int, int, int) const override { return lessSelected(); }

    void rebuild(const Trace& trace) override {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            m_lines[lane].clear();
            m_shared[lane].clear();
        }
        m_curveValues.clear();
        m_asked = {-1, -1};
        m_job.cancel();
        m_curves->setYTitle(0, axisWords(figures::laneCurveAxis(curve())));
        m_curves->setBoundary(promptEdge(trace), tr("prompt | decode"));
        m_overlap->setXBounds(-0.4, std::max(1, trace.shape().layers) - 0.6);
        m_overlap->showX(std::nullopt);
    }

    void append(const Trace&, std::int64_t, std::int64_t to) override {
        const auto recording = workspace().recording();
        for (std::size_t lane = 0; lane < shown(); ++lane) {
            const auto index = static_cast<std::int32_t>(lane);
            if (!recording->hasTrace(index)) {
                continue;
            }
            auto& values = m_curveValues.try_emplace(index, *recording, curve(), index, this->lane()).first->second;
            // A lane that failed has fewer steps.
            for (const std::int64_t end = std::min(to, values.steps()); values.given() < end;) {
                const auto step = static_cast<double>(values.given());
                m_lines[lane].append(step, values.next());
            }
        }
    }

    void show(const Trace&, Dirty what) override {
        m_model->setPalette(palette());
        m_model->hideNames(workspace().namesHidden());
        m_model->update(workspace().recording());
        if (what & DirtyFlag::Recording) {
            fitName();
            fitRows();
        }
        const QString over = m_model->comparedOver();
        m_over->setVisible(!over.isEmpty());
        m_over->setText(over);
        followLane();
        const auto& description = workspace().recording()->description();
        const QColor base = palette().color(QPalette::Base);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const bool there = lane < shown();
            const bool chosen = static_cast<int>(lane) == this->lane();
            const QColor color = laneColor(description, static_cast<int>(lane), palette());
            m_lines[lane].graph()->setVisible(there);
            m_shared[lane].graph()->setVisible(there && !chosen);
            m_lines[lane].setColor(chosen ? color : mixed(base, color, 0.7));
            m_lines[lane].graph()->setLayer(chosen ? QStringLiteral("chosen") : QStringLiteral("main"));
            m_shared[lane].setColor(color);
        }
        fitY(*m_curves, 0, {m_lines.data(), shown()}, wholeRange(), figures::hasZero(curve()));
        compareSets(what);
    }

    QString status(const Trace& trace) const override {
        const std::int64_t step = shownSelection().step();
        return step < 0 ? QString() : describe(trace, step) + tooFew();
    }

    QString describe(const Trace&, std::int64_t step) const override {
        const auto recording = workspace().recording();
        const QString values = inTableOrder([&](int lane) {
            const bool there = recording->hasTrace(lane) && step < recording->trace(lane).steps();
            const double nll = there ? recording->trace(lane).step(step).nll : kMissing;
            return numberText(nll, 'f', 2);
        });
        return tr("step %1: NLL by row %2 nats · keep-sets against the selected lane at step %3")
                   .arg(step)
                   .arg(values)
                   .arg(shownSelection().step()) +
               textsParted();
    }

    /// Makes the figure of the curves, with the overlap below them.
    FigureOf figureOf() const override {
        return [which = curve(), step = shownSelection().step()](const Recording& recording, int ofLane) {
            FigureSpec spec = figures::laneCurves(recording, which, ofLane);
            figures::addOverlap(spec, figures::overlap(recording, ofLane, step));
            return spec;
        };
    }

    TableOf tableOf() const override {
        return [](const Recording& recording, int, const std::string& hash) {
            return tables::comparison(recording, hash);
        };
    }

    QString formula() const override {
        return tr(
            "<b>ΔNLL</b> = NLL − NLL of the full-cache lane, same token, same text; means run over the tokens after "
            "the prompt.<br><b>KL</b> = Σ<sub>v</sub> p<sub>full</sub>(v) (ln p<sub>full</sub>(v) − ln p(v)), nats."
            "<br><b>Less the selected lane's</b>: NLL − NLL of the selected lane, same token: of a fork beside its "
            "parent 0 up to where they part."
            "<br><b>Jaccard</b> of two keep-sets: |A∩B| / |A∪B| at the selected step, mean over query heads; 1: the "
            "same tokens are kept.");
    }

    QString emptySentence() const override {
        return tr(
            "A table of policies on the same text, a curve for each and the overlap of held tokens appear here. “Add "
            "lane” in the Run dock adds a policy to the next run.");
    }

    void onPick(Plot* plot, int panel, double x, double y) override {
        if (plot == m_overlap) {
            selection().setLayer(static_cast<int>(std::lround(std::max(0.0, x))));
        } else {
            PlotDock::onPick(plot, panel, x, y);
        }
    }

    void onHover(Plot* plot, int panel, double x, double y) override {
        if (plot != m_overlap) {
            PlotDock::onHover(plot, panel, x, y);
            return;
        }
        const auto layer = static_cast<std::size_t>(std::max<long>(0, std::lround(x)));
        hoverLayer(static_cast<int>(layer));
        const auto known = [layer](const std::vector<double>& overlap) { return layer < overlap.size(); };
        if (std::ranges::any_of(m_values, known)) {
            const QString values = inTableOrder([&](int lane) {
                const auto of = static_cast<std::size_t>(lane);
                return numberText(of < m_values.size() && known(m_values[of]) ? m_values[of][layer] : kMissing, 'f', 3);
            });
            setReadout(tr("layer %1: Jaccard with the selected lane, by row %2").arg(layer).arg(values) +
                       textsParted());
        }
    }

 private:
    /// Returns "2.00 / 2.25": one text per lane, in the order of the table's rows.
    QString inTableOrder(const std::function<QString(int lane)>& text) const {
        QStringList texts;
        for (int row = 0; row < m_order->rowCount(); ++row) {
            texts += text(m_order->mapToSource(m_order->index(row, LanesModel::Name)).row());
        }
        return texts.join(QStringLiteral(" / "));
    }

    /// Returns, for generated texts, a note with the token from which on keep-sets consist of different words; empty:
    /// none.
    QString textsParted() const {
        const auto recording = workspace().recording();
        std::int64_t first = -1;
        for (std::size_t lane = 0; lane < shown() && recording->description().mode == "generate"; ++lane) {
            const std::int64_t at = m_divergences[lane].at(recording, this->lane(), static_cast<int>(lane));
            first = at >= 0 && (first < 0 || at < first) ? at : first;
        }
        return first < 0 || first > shownSelection().step()
                   ? QString()
                   : QStringLiteral(" · ") + tr("texts differ from token %1 on: other words are kept there").arg(first);
    }

    void makeLanesTable() {
        m_order->setSourceModel(m_model);
        m_order->setDynamicSortFilter(true);
        m_table = makeTable(m_order, LanesModel::Name, tr("Lanes"), this);
        new ViewOption(*m_table, "viewTable");
        m_table->setItemDelegateForColumn(LanesModel::Name, new LaneSwatches(m_table));
        m_table->setSortingEnabled(true);
        m_table->horizontalHeader()->setSectionResizeMode(LanesModel::Name, QHeaderView::Interactive);
        onEvent(*m_table->viewport(), {QEvent::Resize}, this, &LanesDock::fitTable);
        m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
        m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
        m_order->sort(-1);
        connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
                [this] { markDirty(DirtyFlag::Status); });
        const auto choose = [this](const QModelIndex& index) {
            if (index.isValid()) {
                selection().setLane(m_order->mapToSource(index).row());
            }
        };
        connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, choose);
        // A click below the rows selects none: keep the lane that all views show.
        connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
            if (!m_table->selectionModel()->hasSelection()) {
                followLane();
            }
        });
    }

    void fitTable() {
        fitName();
        fitRows();
    }

    /// Gives a narrow table's room to the columns that compare lanes; the user scrolls to those after the time.
    void fitName() {
        int numbers = 0;
        for (int column = LanesModel::Name + 1; column <= LanesModel::Milliseconds; ++column) {
            numbers += m_table->columnWidth(column);
        }
        const int character = m_table->fontMetrics().averageCharWidth();
        m_table->setColumnWidth(LanesModel::Name, std::clamp(m_table->viewport()->width() - numbers,
                                                             character * kLeastNameWidth, character * kNameWidth));
        cutNames();
    }

    /// Elides names where the rest still distinguishes them: lanes of one policy differ at the end, compositions in the
    /// middle.
    void cutNames() {
        const QStyle& style = *m_table->style();
        const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1;
        const int room = m_table->columnWidth(LanesModel::Name) - 6 * margin -
                         style.pixelMetric(QStyle::PM_IndicatorWidth, nullptr, m_table) -
                         style.pixelMetric(QStyle::PM_SmallIconSize, nullptr, m_table);
        const auto apart = [&](Qt::TextElideMode mode) {
            QSet<QString> names;
            for (int row = 0; row < m_order->rowCount(); ++row) {
                names += m_table->fontMetrics().elidedText(m_order->index(row, LanesModel::Name).data().toString(),
                                                           mode, room);
            }
            return names.size() == m_order->rowCount();
        };
        const auto modes = {Qt::ElideMiddle, Qt::ElideRight, Qt::ElideLeft};
        const auto* found = std::ranges::find_if(modes, apart);
        m_table->setTextElideMode(found == modes.end() ? Qt::ElideMiddle : *found);
    }

    /// Limits the table above its curves to the height of its rows.
    void fitRows() {
        const int rows = m_table->model()->rowCount() * m_table->verticalHeader()->defaultSectionSize();
        const int around = m_table->horizontalHeader()->sizeHint().height() + 2 * m_table->frameWidth() +
                           m_table->horizontalScrollBar()->sizeHint().height();
        m_table->setMaximumHeight(m_halves->orientation() == Qt::Vertical && rows > 0
                                      ? std::max(rows + around, kLeastHeight)
                                      : QWIDGETSIZE_MAX);
    }

    /// True: the curves show the NLL less that of the selected lane.
    bool lessSelected() const { return figures::isLess(curve()); }
    figures::LaneCurve curve() const { return m_curve->shown<figures::LaneCurve>(); }
    std::size_t shown() const {
        const auto recording = workspace().recording();
        return recording ? std::min<std::size_t>(kLanes, static_cast<std::size_t>(recording->lanes())) : 0;
    }

    /// Returns why a plot of means is still empty; empty: it is not, or shows something else.
    [[nodiscard]] QString tooFew() const {
        const auto counted = m_curveValues.find(lane());
        return counted != m_curveValues.end() && counted->second.hasTooFew()
                   ? QStringLiteral(" · ") +
                         tr("means are drawn from %1 tokens after the prompt on").arg(figures::kFewestOfMean)
                   : QString();
    }

    void followLane() {
        const QModelIndex row = m_order->mapFromSource(m_model->index(lane(), LanesModel::Name));
        const QItemSelectionModel& chosen = *m_table->selectionModel();
        if (row.isValid() && (m_table->currentIndex().row() != row.row() || !chosen.hasSelection())) {
            const QSignalBlocker blocked(m_table->selectionModel());
            m_table->setCurrentIndex(row);
            m_table->viewport()->update();
        }
    }

    /// Compares keep-sets off the GUI thread: one comparison per token, layer and pair of lanes.
    void compareSets(Dirty what) {
        const std::pair<std::int64_t, int> wanted{shownSelection().step(), lane()};
        if (wanted == m_asked || shown() < 2 || wanted.first < 0) {
            return;
        }
        m_asked = wanted;
        m_job.request(
            [this, recording = workspace().recording(), wanted, lanes = shown()](const LatestJob::Stale& stale) {
                std::vector<std::vector<double>> values;
                for (std::size_t lane = 0; lane < lanes && !stale(); ++lane) {
                    const auto other = static_cast<std::int32_t>(lane);
                    values.push_back(recording->hasTrace(other)
                                         ? keepSetOverlap(*recording, wanted.second, other, wanted.first, stale)
                                         : std::vector<double>{});
                }
                return LatestJob::Report([this, values = std::move(values)] { showOverlap(values); });
            },
            static_cast<bool>(what & (DirtyFlag::Recording | DirtyFlag::Unit)));
    }

    void showOverlap(const std::vector<std::vector<double>>& values) {
        m_values = values;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            m_shared[lane].clear();
            for (std::size_t layer = 0; lane < values.size() && layer < values[lane].size(); ++layer) {
                m_shared[lane].append(static_cast<double>(layer), values[lane][layer]);
            }
        }
        m_overlap->redraw();
    }

    LanesModel* m_model;
    PinnedOrder* m_order;
    QTableView* m_table = nullptr;
    TextLine* m_over = nullptr;
    Halves* m_halves = nullptr;
    ViewChoice* m_curve = nullptr;
    Plot *m_curves, *m_overlap;
    std::array<Series, kLanes> m_lines, m_shared;
    std::map<std::int32_t, figures::LaneCurveValues> m_curveValues;  ///< by lane
    mutable std::array<LaneDivergence, kLanes> m_divergences;
    std::vector<std::vector<double>> m_values;  ///< [lanes][layers], of the last comparison
    std::pair<std::int64_t, int> m_asked{-1, -1};
    LatestJob m_job;
};

}  // namespace

DockEntry lanesDock() {
    return {"lanes", QT_TRANSLATE_NOOP("QObject", "Lanes"), Place::Middle, 4, makeDock<LanesDock>};
}

}  // namespace kvw::wb
