// SPDX-License-Identifier: GPL-3.0-or-later
/// The cache map dock: layers by tokens (or slots) at the selected step. An evicted token leaves a ghost, which darkens
/// with the attention that the full cache gives it afterwards. Below: bytes per step that are allocated and hold
/// nothing.
#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/plot/series.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/token_states.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/views/cache/cache_map.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/plots/codes_text.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/pulse.h"
#include "core/figures/builders/figure_cache.h"

namespace kvw::wb {

namespace {

const QColor kLeak = colorOf(figures::kVermilion);
constexpr int kLowMaps = 240;  // height in pixels that two stacked plots need

QString shortNumber(double value) {
    return std::abs(value) < 1e3 ? numberText(value) : numberText(value, 'f', 0);
}

class CacheDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::CacheDock)

 public:
    CacheDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_order(new ViewChoice(this, "viewOrder", tr("Order"), {{tr("by token"), ""}, {tr("by slot"), "by-slot"}})),
          m_color(new ViewChoice(this, "viewColour", tr("Colour by"),
                                 {{tr("state, and ghosts"), ""},
                                  {tr("age"), "age"},
                                  {tr("attention of this step"), "attention"},
                                  {tr("score of the last selection"), "score"}})),
          m_map(new CacheMap(this)),
          m_leaks(new Plot(this, tr("Allocated and not held, per step"), tr("step (tokens)"))),
          m_pulse(new Pulse(*m_map, [this] { showPicture(m_calm); })),
          m_job(this) {
        reportInTurn(m_job);
        m_order->setToolTip(tr("Tokens in the order of the text, or where they lie in memory"));
        body()->addLayout(rowOf({m_order, m_color, BoxPart::room()}));
        connect(m_order, &QComboBox::activated, this, [this] {
            linkTokens(m_map, order() == CacheOrder::Tokens);
            m_map->showX(std::nullopt);  // slots and tokens do not share a range
            mark(DirtyFlag::Theme | DirtyFlag::Range);
        });
        connect(m_color, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Theme); });

        named(m_map, "viewMap", tr("Layers by tokens"));
        m_map->setXTitle(tr("token (index)"));
        link(m_map, false);
        linkTokens(m_map);
        connect(m_map->x(0), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
            if (!m_setting) {
                m_zoomed = !m_map->showsAllX();
                markDirty(DirtyFlag::Theme);
            }
        });
        connect(m_map, &CacheMap::roomChanged, this, [this] { markDirty(DirtyFlag::Theme); });
        m_leaks->addPanel(tr("leak (MiB)"));
        m_leak = Series(*m_leaks, 0, kLeak);
        link(m_leaks, true);
        body()->addWidget(splitOf(new Halves(this, kLowMaps), {{m_map, 3}, {m_leaks, 1}}, {260, 110}), 1);
    }

 protected:
    void rebuild(const Trace& trace) override {
        m_leak.follow(stepValue(workspace().recording(), trace, [](const StepRecord& record) {
            return static_cast<double>(record.bytesAllocated - record.bytesLive) / kMiB;
        }));
        m_map->clear();
        m_shown.reset();
        m_asked = {};
        m_ghosts.reset();
        if (workspace().recording() != m_recording.lock()) {  // late rows also mark Recording
            m_recording = workspace().recording();
            m_zoomed = false;
        }
        const auto edge = promptEdge(trace);
        m_leaks->setBoundary(edge, tr("prompt | decode"));
        m_edge = edge;
    }

    void append(const Trace&, std::int64_t, std::int64_t to) override { m_leak.extendTo(to); }

    void show(const Trace& trace, Dirty what) override {
        showLegend();
        fitY(*m_leaks, 0, {&m_leak, 1}, wholeRange(), true);
        m_map->choose(shownSelection().layer());
        requestCells(trace, static_cast<bool>(what & (DirtyFlag::Theme | DirtyFlag::Recording)));
    }

    void showHover(const Hover& hover) override {
        m_map->setHoverLine(order() == CacheOrder::Tokens ? placeOf(hover.token) : std::nullopt);
    }

    QString describe(const Trace& trace, std::int64_t at) const override {
        const int layer = shownSelection().layer();
        const StepRecord& step = trace.step(at);
        QString text = tr("step %1: layer %2 holds %3 of %4 · leak %5 MiB")
                           .arg(at)
                           .arg(layer)
                           .arg(shortNumber(static_cast<double>(trace.layer(at, layer, shownSelection().part()).held)))
                           .arg(at + 1)
                           .arg(shortNumber(static_cast<double>(step.bytesAllocated - step.bytesLive) / kMiB));
        if (const CacheCells* cells = m_map->cells();
            cells != nullptr && cells->look.step == at && layer < static_cast<int>(cells->shares.size())) {
            text += tr(" · its ghosts: %1\u00a0% of the full cache's attention since")
                        .arg(shortNumber(100 * cells->shares[static_cast<std::size_t>(layer)]));
        }
        const QString codes = codesText(*workspace().recording(), lane(), at, workspace().namesHidden());
        return codes.isEmpty() ? text : text + QStringLiteral(" · ") + codes;
    }

    void onHover(Plot* plot, int panel, double x, double y) override {
        if (plot != m_map) {
            PlotDock::onHover(plot, panel, x, y);
            return;
        }
        const auto [layer, column] = cellAt(x, y);
        if (layer < 0) {
            selection().setHover({});
            return;
        }
        const CacheCells& cells = *m_map->cells();
        selection().setHover({.token = cells.token(layer, column), .step = -1, .layer = layer});
        setReadout(describeCell(cells, layer, column));
    }

    void onPick(Plot* plot, int panel, double x, double y) override {
        if (plot != m_map) {
            PlotDock::onPick(plot, panel, x, y);
            return;
        }
        const auto [layer, column] = cellAt(x, y);
        if (layer >= 0) {
            selection().setLayer(layer);
            pickToken(*m_map, m_map->cells()->token(layer, column));
        }
    }

    FigureOf figureOf() const override {
        figures::CacheFigure what{static_cast<figures::CacheColour>(color()), order(), selection().head(),
                                  std::max<std::int64_t>(0, shownSelection().step())};
        if (const CacheCells* cells = m_map->cells(); m_zoomed && cells != nullptr) {
            what.columns = shownOf(m_map->x(0)->range(), order() == CacheOrder::Slots ? cells->columns : what.step + 1);
        }
        return [what](const Recording& recording, int ofLane) { return figures::cacheMap(recording, ofLane, what); };
    }

    QString formula() const override {
        return tr(
            "<b>By token</b>: one column per token of the text, one row per layer, at the selected step; of all heads, "
            "or of the selected one's keep-set."
            "<br><b>Ghost</b>: an evicted token. It darkens with Σ over the rows of the full cache since its eviction "
            "of the attention they give it (mean over heads; 1 = a whole row; the scale goes by the square root)."
            "<br><b>By slot</b>: where tokens lie. A token takes the lowest free slot; after the prompt what is held "
            "is gathered in order. Rebuilt from the evictions by that rule."
            "<br><b>Score of the last selection</b>: by rank within the layer, of what the policy compared when it "
            "last chose there; protected tokens, and tokens that came later, were not compared. Where heads have sets "
            "of their own, of the selected head."
            "<br><b>Leak</b>: bytes of the K and V buffers that hold no token: allocated − live.");
    }

    QString emptySentence() const override {
        return tr("The held tokens of every layer, and what became of evicted ones, appear here.");
    }

 private:
    CacheOrder order() const { return m_order->currentIndex() == 1 ? CacheOrder::Slots : CacheOrder::Tokens; }
    CacheColor color() const { return m_color->shown<CacheColor>(); }

    /// Returns layer and column at a place of the plot; -1: none.
    std::pair<int, std::int64_t> cellAt(double x, double y) const {
        const CacheCells* cells = m_map->cells();
        const auto layer = static_cast<int>(std::lround(y));
        const std::int64_t column = std::llround(x);
        return cells == nullptr || layer < 0 || layer >= cells->layers || column < 0 || column >= cells->columns
                   ? std::pair<int, std::int64_t>{-1, -1}
                   : std::pair{layer, column};
    }

    void showLegend() {
        if (color() == CacheColor::Score) {
            setLegend(legendEntry(sequentialColor(1), tr("highest score")) +
                      legendEntry(sequentialColor(0), tr("lowest, by rank")) +
                      legendEntry(mixed(palette().color(QPalette::Base), m_map->foreground(), kNotCompared),
                                  tr("not compared")) +
                      legendEntry(cacheCellColor(CacheCell::EvictedNow), tr("evicted now")));
            return;
        }
        if (color() != CacheColor::State) {
            setLegend((color() == CacheColor::Age ? legendEntry(sequentialColor(1), tr("newest")) +
                                                        legendEntry(sequentialColor(0), tr("oldest"))
                                                  : legendEntry(sequentialColor(1), tr("read most")) +
                                                        legendEntry(sequentialColor(0), tr("least, of four decades"))) +
                      legendEntry(cacheCellColor(CacheCell::EvictedNow), tr("evicted now")));
            return;
        }
        QString legend;
        const std::pair<CacheCell, QString> kNames[] = {{CacheCell::Sink, tr("sink")},
                                                        {CacheCell::Recent, tr("recent")},
                                                        {CacheCell::Kept, tr("kept")},
                                                        {CacheCell::Current, tr("current")},
                                                        {CacheCell::EvictedNow, tr("evicted now")}};
        for (const auto& [cell, name] : kNames) {
            legend += legendEntry(cacheCellColor(cell), name);
        }
        if (m_pinned) {
            legend += legendEntry(cacheCellColor(CacheCell::Pinned), tr("pinned"));
        }
        if (m_unread) {
            legend += legendEntry(unreadColor(palette().color(QPalette::Base)), tr("held, not read"));
        }
        setLegend(legend +
                  (order() == CacheOrder::Tokens ? legendEntry(m_map->foreground(), tr("ghost, by later attention"))
                                                 : QString()) +
                  codesName(*workspace().recording(), lane(), workspace().namesHidden()));
    }

    void showAxis(std::int64_t columns) {
        m_map->setXTitle(order() == CacheOrder::Slots ? tr("slot") : tr("token (index)"));
        m_map->setBoundary(order() == CacheOrder::Tokens ? m_edge : std::nullopt, {});
        m_map->setXBounds(-0.5, static_cast<double>(std::max<std::int64_t>(1, columns)) - 0.5);
        m_setting = true;
        if (order() == CacheOrder::Slots) {  // the base class restores the range of tokens
            m_map->showX(m_zoomed ? std::optional(m_map->x(0)->range()) : std::nullopt);
        }
        m_setting = false;
        m_zoomed = !m_map->showsAllX();
    }

    void requestCells(const Trace& trace, bool anew) {
        const CacheKey key{workspace().recording(),
                           {lane(), shownSelection().unit(), selection().head(), shownSelection().step(), order(),
                            color() == CacheColor::Score}};
        if (key.look.step < 0 || (key == m_asked && !anew)) {
            return;
        }
        m_asked = key;
        if (!m_ghosts || m_ghostKey.lane != key.look.lane || m_ghostKey.unit != key.look.unit) {
            m_ghosts = std::make_shared<Ghosts>(*key.recording, key.look.lane, key.look.unit);
            m_ghostKey = key.look;
        }
        const std::int64_t columns = axisEnd(trace);
        if (order() == CacheOrder::Tokens) {
            showAxis(columns);
        }
        const bool live = selection().following() && !workspace().client().viewing();
        m_job.request(
            [this, key, columns, colors = m_map->colors(color()), ghosts = m_ghosts, whole = !m_zoomed,
             pulses = m_pulse->shouldPulse(key.recording.get(), key.look.step, live)](const LatestJob::Stale& stale) {
                auto made = cacheCells(*key.recording, key.look, columns, *ghosts, stale);
                if (!made) {
                    return LatestJob::Report();
                }
                auto cells = std::make_shared<const CacheCells>(std::move(*made));
                CacheColors shown = colors;
                if (whole) {
                    shown.first = 0;
                    shown.last = cells->columns;
                }
                CachePicture changes;
                if (pulses) {
                    CacheColors standOut = shown;
                    standOut.changes = true;
                    changes = paintCache(*cells, standOut);
                }
                const auto there = [&cells](CacheCell cell) {
                    return std::ranges::find(cells->cells, cell) != cells->cells.end();
                };
                return LatestJob::Report([this, key, cells, changes, calm = paintCache(*cells, shown),
                                          pinned = there(CacheCell::Pinned), unread = there(CacheCell::Unread)] {
                    if (key.recording == workspace().recording() && key.look.order == order()) {
                        if (key.look.order == CacheOrder::Slots) {
                            showAxis(cells->columns);
                        }
                        m_shown = key.recording;
                        m_cells = cells;
                        m_calm = calm;
                        m_pinned = pinned;
                        m_unread = unread;
                        showLegend();
                        if (!changes.image.isNull()) {
                            m_pulse->start();
                        }
                        showPicture(changes.image.isNull() ? calm : changes);
                        if (const Trace* now = shownSelection().trace()) {
                            setReadout(status(*now));
                        }
                    }
                });
            },
            false);
    }

    void showPicture(const CachePicture& picture) {
        if (m_shown != nullptr && m_shown == workspace().recording()) {
            m_map->setPicture(m_cells, picture);
            m_map->redraw();
        }
    }

    QString describeCell(const CacheCells& cells, int layer, std::int64_t column) const {
        const std::int32_t token = cells.token(layer, column);
        const QString where = cells.tokens.empty() ? QString() : tr("slot %1 · ").arg(column);
        const Trace& trace = m_shown->trace(cells.look.lane);
        if (token < 0 || token >= trace.steps()) {
            return where + tr("layer %1: free").arg(layer);
        }
        QString text = where + tr("layer %1, token %2 “%3”: ")
                                   .arg(layer)
                                   .arg(token)
                                   .arg(tokenShown(trace.tokenText(token)).toHtmlEscaped());
        if (token > cells.look.step) {
            return text + tr("not read yet");
        }
        if (const auto index = shownSelection().index()) {
            text +=
                TokenStates(*m_shown, index, cells.look.lane, cells.look.step, layer, cells.look.unit, cells.look.head)
                    .sentence(token, workspace().namesHidden());
        }
        const std::size_t at = cells.at(layer, column);
        if (!cells.ghosts.empty() && cells.cells[at] == CacheCell::Ghost) {
            text += tr(" · the full cache gave it %1 rows' worth of attention since")
                        .arg(shortNumber(static_cast<double>(cells.ghosts[at])));
        } else if (!cells.attention.empty()) {
            text += tr(" · attention %1").arg(shortNumber(static_cast<double>(cells.attention[at])));
        }
        // The codes are named for the lane: its newest tokens are not encoded yet.
        const QString codes = codesText(*m_shown, cells.look.lane, cells.look.step, workspace().namesHidden());
        text += codes.isEmpty() ? codes : tr(" · codes of the lane: %1").arg(codes);
        if (m_map->bin() > 1) {
            text += tr(" (a pixel is %1 tokens)").arg(m_map->bin());
        }
        return text;
    }

    ViewChoice *m_order, *m_color;
    CacheMap* m_map;
    Plot* m_leaks;
    Series m_leak;
    Pulse* m_pulse;
    CacheKey m_asked;
    CacheLook m_ghostKey;
    std::shared_ptr<const Recording> m_shown;  ///< recording of the cells in the map
    std::shared_ptr<const CacheCells> m_cells;
    CachePicture m_calm;                      ///< painted from m_cells without the changes of the step
    bool m_pinned = false, m_unread = false;  ///< m_cells has such cells
    std::shared_ptr<Ghosts> m_ghosts;
    std::optional<double> m_edge;
    std::weak_ptr<Recording> m_recording;
    bool m_zoomed = false, m_setting = false;
    LatestJob m_job;
};

}  // namespace

DockEntry cacheDock() {
    return {"cache", QT_TRANSLATE_NOOP("QObject", "Cache map"), Place::Bottom, 40, makeDock<CacheDock>};
}

}  // namespace kvw::wb
