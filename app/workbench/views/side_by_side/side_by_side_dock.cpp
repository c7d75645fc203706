// SPDX-License-Identifier: GPL-3.0-or-later
/// The side-by-side dock: attention maps of the same layer and head for several lanes, on one colour scale.
#include <QAction>
#include <QCheckBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/draft/lane_set.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/lane_title.h"
#include "app/workbench/session/words/plain_tip.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/plots/attention_map.h"
#include "app/workbench/views/common/plots/cell_words.h"
#include "app/workbench/views/common/plots/held_words.h"
#include "app/workbench/views/common/plots/pooled_words.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/side_by_side/scale_bar.h"
#include "core/figures/builders/figure_attention.h"
#include "core/figures/figure_request.h"

namespace kvw::wb {

namespace {

constexpr std::size_t kMostBeside = LaneSet::kMost + 1;  // lanes and the full cache
/// Number of lanes that are shown before the user chooses.
constexpr int kShownFirst = static_cast<int>(kMostBeside);

/// Name of a lane after its colour; the middle of a name that does not fit is left out.
class CellTitle : public QLabel {
 public:
    using Entry = std::function<QString(const QString& name)>;  ///< rich text
    explicit CellTitle(QWidget* parent) : QLabel(parent) { setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); }
    void say(const QString& name, Entry entry) {
        m_name = name;
        m_entry = std::move(entry);
        fit();
    }

 protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        fit();
    }

 private:
    void fit() {
        constexpr int kSwatch = 24;
        if (m_entry) {
            setText(m_entry(fontMetrics().elidedText(m_name, Qt::ElideMiddle, std::max(0, width() - kSwatch))));
        }
    }

    QString m_name;
    Entry m_entry;
};

class SideBySideDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::SideBySideDock)

 public:
    SideBySideDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_log(new QCheckBox(tr("logarithmic"), this)),
          m_lanes(new QToolButton(this)),
          m_menu(new QMenu(this)),
          m_scale(new ScaleBar(this)),
          m_grid(new QGridLayout),
          m_job(this) {
        reportInTurn(m_job);
        m_log->setChecked(true);
        new ViewOption(*m_log, "viewLog", "linear", true);
        m_log->setToolTip(
            tr("Colours by the logarithm of the weight, over four decades below the highest of all lanes"));
        m_lanes->setText(tr("Lanes"));
        m_lanes->setPopupMode(QToolButton::InstantPopup);
        m_lanes->setMenu(m_menu);
        body()->addLayout(rowOf({m_log, m_lanes, {m_scale, 1}}));
        m_grid->setSpacing(2);
        body()->addLayout(m_grid, 1);
        connect(m_log, &QCheckBox::toggled, this, [this] { markDirty(DirtyFlag::Theme); });
        connect(&workspace.draft(), &RunDraft::changed, this, [this] {
            if (const auto shown = this->workspace().recording(); shown != nullptr && shown->lanes() < 2) {
                markDirty(DirtyFlag::Theme);  // the empty page describes the next run; no delay
            }
        });
    }

 protected:
    bool dependsOn(int, int, int) const override { return true; }

    void rebuild(const Trace& trace) override {
        const auto recording = workspace().recording();
        const auto count = std::min<std::size_t>(kMostBeside, static_cast<std::size_t>(recording->lanes()));
        if (recording != m_recording.lock()) {
            m_recording = recording;
            makeMenu(*recording, count);
        }
        for (std::size_t lane = 0; lane < m_actions.size(); ++lane) {  // examiner mode shows letters
            m_actions[lane]->setText(laneTitle(*recording, static_cast<int>(lane), workspace().namesHidden()));
        }
        while (m_cells.size() < count) {
            m_cells.push_back(makeCell());
        }
        for (std::size_t lane = 0; lane < m_cells.size(); ++lane) {
            Cell& cell = m_cells[lane];
            const bool there = lane < count && recording->hasTrace(static_cast<int>(lane));
            const AttentionKey key{.recording = recording,
                                   .lane = static_cast<int>(lane),
                                   .layer = shownSelection().layer(),
                                   .head = selection().head(),
                                   .arrivals = there ? recording->trace(static_cast<int>(lane)).rowArrivals() : 0,
                                   .margins = false};
            if (!there || cell.source == nullptr || !(cell.source->key() == key)) {
                cell.source = there ? std::make_shared<AttentionSource>(key) : nullptr;
                cell.map->clear();
            }
            if (there) {
                const QString name = laneTitle(*recording, static_cast<int>(lane), workspace().namesHidden());
                cell.title->say(name, [color = laneColor(recording->description(), static_cast<int>(lane), palette())](
                                          const QString& brief) { return legendEntry(color, brief); });
                cell.title->setToolTip(plainTip(name));
                cell.map->setAccessibleName(tr("Attention map of %1").arg(name));
            }
            cell.map->setBoundary(promptEdge(trace), {});
        }
        arrange();
        m_cancel = true;
    }

    void show(const Trace& trace, Dirty what) override {
        if (workspace().recording()->lanes() < 2) {
            showFewLanes();
            return;
        }
        const PooledMaps* pooled = trace.pooledMaps();
        if (pooled == nullptr ? trace.rowBytesStored() == 0 : pooled->steps() == 0) {
            showRowsMissing();
            return;
        }
        if (pooled != nullptr && !pooled->has(shownSelection().layer())) {
            showEmpty(PooledWords::otherLayers(*pooled));
            return;
        }
        const int head = PooledWords::headOf(&trace, selection().head());
        setLegend(tr("layer %1, %2 · one scale for all · <i>hatched</i>: evicted, not zero")
                      .arg(shownSelection().layer())
                      .arg(head < 0 ? tr("mean over %1 heads").arg(trace.shape().queryHeads)
                                    : tr("query head %1").arg(head)) +
                  (pooled == nullptr ? heldByAnyHead(trace, shownSelection().step(), shownSelection().layer(), head)
                                     : PooledWords::cells(*pooled)));
        if (what & ~Dirty(DirtyFlag::Step | DirtyFlag::Status)) {
            requestImages();
        }
    }

    /// Says what the next run needs to have lanes beside each other.
    void showFewLanes() {
        RunDraft& draft = workspace().draft();
        const QString what = tr("Attention maps of several lanes appear here side by side.") + QLatin1Char(' ');
        if (draft.laneCount() > 1) {
            showEmpty(what + tr("The next run has %1 of them.").arg(draft.laneCount()));
        } else if (draft.form().id() == QLatin1String("full")) {  // it would be compared with itself
            showEmpty(what + tr("Choose a policy for the next run, or add a lane to it."));
        } else {
            showEmpty(what + tr("Add a lane to the run, or compare with the full cache."),
                      tr("Compare the next run with the full cache"), [this] {
                          workspace().draft().setCompareWithFull(true);
                          Q_EMIT workspace().notice(tr("The next run has a full cache beside it."));
                      });
        }
    }

    QString status(const Trace& trace) const override {
        const std::int64_t step = shownSelection().step();
        if (const auto& chosen = selection().tokens(); chosen.size() == 1 && chosen.front() <= step) {
            return cellOfLanes(step, chosen.front());
        }
        return PlotDock::status(trace);
    }
    QString describe(const Trace& trace, std::int64_t step) const override {
        return tr("step %1").arg(step) + sinkWords(trace, step, shownSelection().layer(), selection().head());
    }

    void onPick(Plot* plot, int, double x, double y) override {
        const Trace* trace = shownSelection().trace();
        const std::int64_t token = std::llround(x), step = std::llround(y);
        if (trace == nullptr || step < 0 || step >= trace->steps()) {
            return;
        }
        pickToken(*plot, token >= 0 && token <= step ? token : -1);
        selection().setStep(step);
    }

    void showHover(const Hover& hover) override {
        for (const Cell& cell : m_cells) {
            cell.map->setTokenLine(placeOf(hover.token));
        }
    }

    /// Describes the same cell of every lane.
    void onHover(Plot*, int, double x, double y) override {
        const Trace* trace = shownSelection().trace();
        const std::int64_t token = std::llround(x), step = std::llround(y);
        if (trace == nullptr || token < 0 || step < 0 || step >= trace->steps() || token >= trace->steps()) {
            return;
        }
        selection().setHover({.token = token, .step = step, .layer = -1});
        setReadout(cellOfLanes(step, token));
    }

    FigureOf figureOf() const override {
        const std::vector<std::size_t> lanes = shownLanes();
        std::optional<QCPRange> columns;
        if (!m_cells.empty()) {
            columns = m_cells.front().map->x(0)->range();
        }
        figures::AttentionFigure what{shownSelection().layer(), selection().head(), false, !m_log->isChecked(),
                                      shownSteps()};
        what.lanes.emplace(lanes.begin(), lanes.end());
        return [columns, what = std::move(what)](const Recording& recording, int ofLane) {
            figures::AttentionFigure shown = what;
            if (columns) {
                shown.tokens = shownOf(*columns, recording.trace(ofLane).steps());
            }
            return figures::attentionLanes(recording, shown);
        };
    }

    QString formula() const override {
        return tr(
            "Softmax weights of each query (row, step) over the tokens it could read (columns), for the same layer and "
            "head of each lane. All maps have <b>one colour scale</b>, up to the highest weight of any of them; zoomed "
            "out, a cell shows the largest weight of the cells it stands for.<br><b>Evicted</b> tokens have no weight, "
            "which is not zero: hatched.");
    }

    QString emptySentence() const override {
        return tr("Attention maps of several lanes appear here side by side, on one colour scale.");
    }

 private:
    struct Cell {
        QWidget* box = nullptr;
        CellTitle* title = nullptr;
        AttentionMap* map = nullptr;
        std::shared_ptr<AttentionSource> source;
    };

    QString cellOfLanes(std::int64_t step, std::int64_t token) const {
        QStringList values;
        if (const Trace* trace = shownSelection().trace(); trace != nullptr && token > step) {
            values << cellWords(*trace, step, token, shownSelection().layer(),
                                selection().head());  // the same for every lane
        }
        for (const std::size_t lane : token <= step ? shownLanes() : std::vector<std::size_t>()) {
            values << valueAt(lane, step, token);
        }
        return tr("step %1 → token %2: %3").arg(step).arg(token).arg(values.join(QStringLiteral(" · ")));
    }

    bool shown(std::size_t lane) const {
        return lane < m_cells.size() && m_cells[lane].source != nullptr && lane < m_actions.size() &&
               m_actions[lane]->isChecked();
    }

    std::vector<std::size_t> shownLanes() const {
        std::vector<std::size_t> lanes;
        for (std::size_t lane = 0; lane < m_cells.size(); ++lane) {
            if (shown(lane)) {
                lanes.push_back(lane);
            }
        }
        return lanes;
    }

    void makeMenu(const Recording& recording, std::size_t count) {
        m_menu->clear();
        m_actions.clear();
        for (std::size_t lane = 0; lane < count; ++lane) {
            QAction* action =
                m_menu->addAction(laneTitle(recording, static_cast<int>(lane), workspace().namesHidden()));
            action->setCheckable(true);
            new ViewOption(*action, QStringLiteral("viewLane%1").arg(lane), [lane](const figures::FigureRequest& id) {
                const std::vector<double> lanes = id.numbersOf("lanes");
                return lanes.empty() || std::ranges::find(lanes, static_cast<double>(lane)) != lanes.end();
            });
            action->setChecked(lane < kShownFirst);
            connect(action, &QAction::triggered, this, &Dock::ownViewChanged);
            connect(action, &QAction::toggled, this, [this] {
                arrange();
                markDirty(DirtyFlag::Theme);
            });
            m_actions.push_back(action);
        }
    }

    Cell makeCell() {
        Cell cell;
        cell.box = new QWidget(this);
        cell.title = new CellTitle(cell.box);
        cell.map = new AttentionMap(cell.box);
        cell.map->setObjectName(QStringLiteral("viewMap%1").arg(m_cells.size()));
        columnOf({cell.title, {cell.map, 1}}, cell.box, {0, 0});
        link(cell.map, true);
        linkTokens(cell.map);
        connect(cell.map, &AttentionMap::roomChanged, this, [this] { mark(DirtyFlag::Range); });
        // All maps show the same range, even if a zoom by a part of a token changes no selection.
        const auto zoomed = [this, map = cell.map] {
            for (const Cell& other : m_cells) {
                if (other.map != map) {
                    other.map->showColumns(map->x(0)->range());
                    other.map->showX(map->y(0)->range());
                }
            }
            mark(DirtyFlag::Range);
        };
        connect(cell.map, &Plot::zoomedX, this, zoomed);
        connect(cell.map, &Plot::zoomed, this, zoomed);
        return cell;
    }

    /// Arranges up to four maps in one row, more in two.
    void arrange() {
        const auto visible = static_cast<int>(shownLanes().size()), all = static_cast<int>(m_actions.size());
        m_lanes->setText(visible < all ? tr("Lanes: %1 of %2").arg(visible).arg(all) : tr("Lanes"));
        const int columns = visible > 4 ? (visible + 1) / 2 : std::max(1, visible);
        int place = 0;
        for (std::size_t lane = 0; lane < m_cells.size(); ++lane) {
            QWidget* box = m_cells[lane].box;
            m_grid->removeWidget(box);
            box->setVisible(shown(lane));
            if (shown(lane)) {
                m_grid->addWidget(box, place / columns, place % columns);
                ++place;
            }
        }
    }

    void requestImages() {
        struct Wanted {
            std::size_t lane;
            std::shared_ptr<AttentionSource> source;
            MapRequest request;
            MapWindow window;
            QImage image;
        };
        std::vector<Wanted> wanted;
        for (const std::size_t lane : shownLanes()) {
            wanted.push_back({lane, m_cells[lane].source, m_cells[lane].map->request(), {}, {}});
        }
        m_job.request(
            [this, wanted = std::move(wanted), logarithmic = m_log->isChecked()](const LatestJob::Stale& stale) {
                auto made = std::make_shared<std::vector<Wanted>>(wanted);
                double high = 0;
                for (Wanted& each : *made) {
                    each.source->update(stale);
                    if (stale()) {
                        return LatestJob::Report();
                    }
                    each.window = each.request.windowOf(*each.source);
                    high = std::max(high, static_cast<double>(each.window.maximum));
                }
                high = high > 0 ? high : 1;
                const double low = logarithmic ? high * figures::kAttentionDecades : 0;
                const Shades shades = made->empty() ? Shades::Usual : made->front().request.shades;
                for (Wanted& each : *made) {
                    each.image = each.request.paint(each.window, low, high, logarithmic);
                }
                return LatestJob::Report([this, made, low, high, logarithmic, shades] {
                    int level = 0;
                    for (Wanted& each : *made) {
                        level = std::max(level, each.window.level);
                        if (each.lane < m_cells.size() && m_cells[each.lane].source == each.source) {
                            m_cells[each.lane].map->setImage(std::move(each.window), each.image);
                            m_cells[each.lane].map->redraw();
                        }
                    }
                    const auto cells = QString::number(std::int64_t{1} << level);
                    m_scale->setScale(low, high, logarithmic, shades,
                                      level == 0 ? tr("attention") : tr("attention, max of %1 × %1").arg(cells));
                });
            },
            std::exchange(m_cancel, false));
    }

    QString valueAt(std::size_t lane, std::int64_t step, std::int64_t token) const {
        const auto recording = workspace().recording();
        const RunDescription& run = recording->description();
        const Trace& trace = recording->trace(static_cast<std::int32_t>(lane));
        const std::string& id = run.lanes[lane].policyId;
        // The id alone is short, but must be unique.
        const bool alone = std::ranges::count(run.lanes, id, &LaneInfo::policyId) == 1;
        const QString name = alone && !workspace().namesHidden()
                                 ? QString::fromStdString(id)
                                 : laneTitle(*recording, static_cast<int>(lane), workspace().namesHidden());
        return name + QLatin1Char(' ') +
               (step < trace.steps() ? cellWords(trace, step, token, shownSelection().layer(), selection().head())
                                     : QStringLiteral("–"));
    }

    QCheckBox* m_log;
    QToolButton* m_lanes;
    QMenu* m_menu;
    ScaleBar* m_scale;
    QGridLayout* m_grid;
    std::vector<QAction*> m_actions;  ///< [lanes]
    std::vector<Cell> m_cells;        ///< [most lanes so far]
    std::weak_ptr<Recording> m_recording;
    bool m_cancel = false;
    LatestJob m_job;
};

}  // namespace

DockEntry sideBySideDock() {
    return {"side-by-side", QT_TRANSLATE_NOOP("QObject", "Side by side"), Place::Middle, 15, makeDock<SideBySideDock>};
}

}  // namespace kvw::wb
