// SPDX-License-Identifier: GPL-3.0-or-later
/// The budgets dock: tokens that each layer or head holds against its budget at the selected step, for one lane or all,
/// and the tokens that all layers hold over the run; in tokens, as a share of the text read, or in bytes.
#include <QCoreApplication>
#include <QListView>
#include <QStandardItemModel>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/plot/maps/layer_map.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/lane_title.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/plots/budget_bars.h"
#include "app/workbench/views/common/plots/held_words.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "core/analysis/requested_budget.h"
#include "core/figures/builders/figure_budgets.h"

namespace kvw::wb {

namespace {

/// Meaning of a bar, in the order of the box's items.
enum class BudgetsPer { Layer, Head, LayerOfLanes };

class BudgetsDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::BudgetsDock)

 public:
    BudgetsDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_now(new BudgetBars(this)),
          m_over(new Plot(this, tr("Held tokens by layer and step"), tr("step (tokens)"))),
          m_map(*m_over, tr("held (tokens)")) {
        connect(&workspace.whatIf(), &WhatIfModel::changed, this, [this] { markDirty(DirtyFlag::Step); });
        connect(&workspace.draft(), &RunDraft::changed, this, [this] { markDirty(DirtyFlag::Step); });
        link(m_now, false);
        connect(m_now, &Plot::left, this, [this] { m_now->setToolTip({}); });

        link(m_over, true);

        m_per = new ViewChoice(
            this, "viewPer", tr("Bars"),
            {{tr("per layer"), ""}, {tr("per head of the layer"), "heads"}, {tr("per layer, all lanes"), "all-lanes"}});
        connect(m_per, &QComboBox::activated, this, [this] {
            m_now->forgetHeights();
            m_now->setToolTip({});
            markDirty(DirtyFlag::Unit);
        });
        m_unit = new ViewChoice(
            this, "viewUnit", tr("Unit"),
            {{tr("in tokens"), ""}, {tr("in % of the tokens seen"), "budgets-share"}, {tr("in MiB"), "budgets-bytes"}});
        connect(m_unit, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
        for (QComboBox* box : {m_per, m_unit}) {
            setShrinkable(*box);
        }
        body()->addLayout(rowOf({m_per, m_unit, BoxPart::room()}));
        m_notes = explained(new TextLine(this, "notes"), tr("What the policy derived from its settings"));
        body()->addWidget(m_notes);
        body()->addWidget(splitOf(new Halves(this), {m_now, m_over}), 1);
    }

 protected:
    void rebuild(const Trace& trace) override {
        m_map.follow({workspace().recording(), lane(), -1, static_cast<int>(unit())}, trace.shape().layers,
                     [recording = workspace().recording(), &trace, ofLane = lane(), unit = unit(),
                      at = std::int64_t{-1}, scale = 1.0](std::int64_t step, int layer) mutable {
                         if (std::exchange(at, step) != step) {
                             scale = figures::heldScale(*recording, ofLane, step, unit);
                         }
                         return scale * static_cast<double>(trace.layer(step, layer).held);
                     });
        m_now->forgetHeights();
        m_over->show();
        const QString title = unit() == figures::HeldUnit::Tokens  ? tr("held (tokens)")
                              : unit() == figures::HeldUnit::Share ? tr("held (% of tokens seen)")
                                                                   : tr("held (MiB)");
        m_now->setYTitle(0, title);
        m_over->setScaleTitle(title);
        offerBars(trace);
        m_over->setBoundary(promptEdge(trace), {});
    }

    bool showPrompt(const Trace& trace) override {
        m_over->hide();  // it shows steps, and none exists yet
        m_notes->hide();
        offerBars(trace);
        m_now->forgetHeights();
        m_now->setYTitle(0, tr("held (tokens)"));
        m_now->setXTitle(tr("layer"));
        BudgetBars::Shown shown;
        shown.count = trace.shape().layers;
        shown.chosen = shownSelection().layer();
        for (const int each : shownLanes()) {
            const Trace& of = workspace().recording()->trace(each);
            BudgetBars::Lane bars{colorOf(each), {}};
            for (int layer = 0; of.prefillStages() > 0 && layer < of.shape().layers; ++layer) {
                bars.bars.push_back({static_cast<double>(of.prefillStageHeld(of.prefillStages() - 1, layer))});
            }
            shown.lanes.push_back(std::move(bars));
        }
        m_now->show(shown);
        sayLegend();
        setReadout(tr("reading the prompt: %1 of %2 layers done").arg(trace.prefillStages()).arg(shown.count));
        return true;
    }

    void append(const Trace&, std::int64_t, std::int64_t to) override {
        m_map.extendTo(to);
        m_painted = false;
    }

    void show(const Trace& trace, Dirty what) override {
        if (what & DirtyFlag::Unit) {
            offerBars(trace);  // a view saved for another run may choose bars that this run does not have
        }
        if (!allLanes()) {
            m_now->setToolTip({});
        }
        if (shownSelection().step() >= 0) {
            showBars(trace, shownSelection().step());
        }
        if (!m_painted || (what & DirtyFlag::Range)) {
            m_painted = true;
            m_map.show(selection().range());
        }
        QStringList notes;
        // Notes name parameters and their values.
        for (const Finding& note :
             workspace().namesHidden() ? std::vector<Finding>() : workspace().recording()->notes(lane())) {
            notes << phraseText(note);
        }
        m_notes->setText(notes.join(QStringLiteral(" · ")).toHtmlEscaped());
        m_notes->setVisible(!notes.isEmpty() && !allLanes());  // notes belong to one lane
        sayLegend();
    }

    QString status(const Trace& trace) const override {
        const std::int64_t at = shownSelection().step();
        if (at < 0) {
            return {};
        }
        const HeldWords held = words(lane(), at);
        return tr("step %1 · layer %2 holds %3 · all layers and heads hold %4, evicted now %5")
                   .arg(at)
                   .arg(shownSelection().layer())
                   .arg(held.words(trace.layer(at, shownSelection().layer())))
                   .arg(trace.step(at).heldTotal)
                   .arg(trace.step(at).evictedNow) +
               held.allBudgets();
    }

    QString describe(const Trace& trace, std::int64_t step) const override {
        return tr("step %1, layer %2: %3 held")
            .arg(step)
            .arg(m_hoverLayer)
            .arg(words(lane(), step).words(trace.layer(step, std::clamp(m_hoverLayer, 0, trace.shape().layers - 1))));
    }

    void onPick(Plot* plot, int panel, double x, double y) override {
        if (plot == m_over) {
            PlotDock::onPick(plot, panel, x, y);
        } else if (perHead()) {
            if (const TraceShape& shape = shownSelection().trace()->shape(); shape.units > 0) {
                const int unit = std::clamp(static_cast<int>(std::lround(x)), 0, shape.units - 1);
                selection().setHead(unit * std::max(1, shape.queryHeads / shape.units));
            }
        } else {
            selection().setLayer(std::clamp(static_cast<int>(std::lround(x)), 0, layers() - 1));
        }
    }

    void onHover(Plot* plot, int panel, double x, double y) override {
        const Trace* trace = shownSelection().trace();
        if (trace == nullptr || trace->steps() == 0) {
            return;
        }
        if (plot == m_over) {
            m_hoverLayer = m_map.layerAt(y);
            PlotDock::onHover(plot, panel, x, y);
            return;
        }
        const int bar = static_cast<int>(std::lround(x));
        const int bars = perHead() ? trace->shape().units : layers();
        const std::int64_t step = shownSelection().step();
        if (bar < 0 || bar >= bars || step < 0) {
            selection().setHover({});
            m_now->setToolTip({});
            return;
        }
        if (!perHead()) {
            hoverLayer(bar);
        }
        if (allLanes()) {
            // The read-out stays on one line: a second one would shrink the bars under the mouse.
            const QString where = tr("layer %1 at step %2: ").arg(bar).arg(step);
            setReadout(where + laneAt(lane(), bar, step));
            QStringList all;
            for (const int each : shownLanes()) {
                all << laneAt(each, bar, step);
            }
            m_now->setToolTip(where + QStringLiteral("<br>") + all.join(QStringLiteral("<br>")));
            return;
        }
        m_now->setToolTip({});
        const HeldWords held = words(lane(), step);
        const LayerRecord& record =
            perHead() ? trace->layer(step, shownSelection().layer(), bar) : trace->layer(step, bar);
        setReadout((perHead() ? tr("KV head %1 of layer %2: ").arg(bar).arg(shownSelection().layer())
                              : tr("layer %1: ").arg(bar)) +
                   held.words(record, perHead()) + tr(" held at step %1").arg(step) + held.capacity(record, perHead()) +
                   held.limits(record));
    }

    int layerUnder(const Plot* plot, double y) const override { return plot == m_over ? m_map.layerAt(y) : -1; }

    FigureOf figureOf() const override {
        return [what = figures::BudgetFigure{unit(), perHead() ? shownSelection().layer() : -1, shownSelection().step(),
                                             shownSteps(), allLanes()}](const Recording& recording, int ofLane) {
            return figures::budgets(recording, ofLane, what);
        };
    }

    QString formula() const override {
        return tr(
            "<b>Held</b>: tokens in the cache after the step's eviction; of a layer with sets per head: the mean over "
            "its stored heads. As a share: of the tokens seen up to this step. In MiB: of the bytes recorded as live, "
            "in equal parts for all tokens held.<br><b>Budget</b>: what the policy allows this layer (or head) to keep."
            "<br><b>Capacity</b>: slots that are allocated, free ones included; it grows and shrinks by the tile. In "
            "MiB: of the bytes recorded as allocated."
            "<br><b>Asked for</b>: what the settings name per layer and head; a policy that shares out gives some more "
            "and some less."
            "<br>Map columns that stand for several steps show their mean; zoom in for single steps.");
    }

    QString emptySentence() const override { return tr("The held tokens of each layer and their budget appear here."); }

 private:
    int layers() const {
        return std::max(1, shownSelection().trace() == nullptr ? 1 : shownSelection().trace()->shape().layers);
    }
    figures::HeldUnit unit() const { return m_unit->shown<figures::HeldUnit>(); }
    BudgetsPer per() const { return m_per->shown<BudgetsPer>(); }
    bool perHead() const { return per() == BudgetsPer::Head; }
    bool allLanes() const { return per() == BudgetsPer::LayerOfLanes; }
    HeldWords words(int ofLane, std::int64_t step) const { return {*workspace().recording(), ofLane, step, unit()}; }

    std::vector<std::int32_t> shownLanes() const {
        return allLanes() ? workspace().recording()->tracedLanes() : std::vector{lane()};
    }
    QColor colorOf(int ofLane) const { return laneColor(workspace().recording()->description(), ofLane, palette()); }
    QString nameOf(int ofLane) const { return laneTitle(*workspace().recording(), ofLane, workspace().namesHidden()); }

    /// Hides the choices that this run has no data for. While the chosen one is hidden, bars per layer are shown.
    void offerBars(const Trace& trace) {
        const bool heads = trace.shape().units > 1, several = workspace().recording()->lanes() > 1;
        const auto* items = qobject_cast<QStandardItemModel*>(m_per->model());
        auto* list = qobject_cast<QListView*>(m_per->view());
        int shown = m_per->chosen();
        for (const auto& [each, there] : {std::pair{BudgetsPer::Head, heads}, {BudgetsPer::LayerOfLanes, several}}) {
            const int row = static_cast<int>(each);
            items->item(row)->setEnabled(there);
            list->setRowHidden(row, !there);
            shown = shown == row && !there ? 0 : shown;
        }
        m_per->showInstead(shown);
        m_per->setVisible(heads || several);
    }

    void showBars(const Trace& trace, std::int64_t step) {
        m_now->setXTitle(perHead() ? tr("KV head of layer %1").arg(shownSelection().layer()) : tr("layer"));
        BudgetBars::Shown shown;
        shown.ofHeads = perHead();
        shown.count = perHead() ? trace.shape().units : layers();
        shown.chosen = perHead() ? shownSelection().unit() : shownSelection().layer();
        for (const int each : shownLanes()) {
            const Trace& of = workspace().recording()->trace(each);
            BudgetBars::Lane bars{colorOf(each), {}};
            const HeldWords held = words(each, step);
            for (int i = 0; step < of.steps() && i < shown.count; ++i) {
                bars.bars.push_back(
                    held.bar(perHead() ? of.layer(step, shownSelection().layer(), i) : of.layer(step, i), perHead()));
            }
            shown.lanes.push_back(std::move(bars));
        }
        if (!allLanes()) {
            addNextRun(trace, step, shown);
        }
        if (unit() == figures::HeldUnit::Share) {
            shown.highest = 106;  // early in the text a budget is many times the number of tokens seen
        }
        m_now->show(shown);
    }

    /// Adds the budget that the settings ask for, and the tokens of the prompt that the settings in the form would
    /// keep.
    void addNextRun(const Trace& trace, std::int64_t step, BudgetBars::Shown& shown) const {
        const std::vector<BudgetBar>& bars = shown.lanes.front().bars;
        const auto asked = requestedBudget(*workspace().recording(), lane(), step);
        if (asked && std::ranges::any_of(bars, [](const auto& bar) { return std::isfinite(bar.budget); })) {
            shown.requestedBudget = words(lane(), step).scale(perHead()) * static_cast<double>(*asked);
        }
        const auto preview = workspace().whatIf().overlay();
        if (!preview) {
            return;
        }
        const PromptSelection& next = preview->next;
        const std::int64_t prompt = workspace().recording()->description().promptTokens;
        const double scale = words(lane(), std::clamp<std::int64_t>(prompt - 1, 0, trace.steps() - 1)).scale(perHead());
        const int count = perHead() ? shown.count : std::min(shown.count, next.layers);
        for (int bar = 0; bar < count; ++bar) {
            const int unit = bar * next.units / std::max(1, shown.count);
            const auto kept = static_cast<std::size_t>(shownSelection().layer() * next.units + unit);
            shown.preview.push_back(scale *
                                    (perHead() ? static_cast<double>(next.kept[kept].size()) : next.heldOf(bar)));
        }
    }

    /// Returns "full: 512 tokens, no budget" as HTML.
    QString laneAt(int ofLane, int layer, std::int64_t step) const {
        const Trace& of = workspace().recording()->trace(ofLane);
        const HeldWords held = words(ofLane, step);
        const QString said = step < of.steps()
                                 ? held.words(of.layer(step, layer)) + held.capacity(of.layer(step, layer))
                                 : tr("ended before it");
        return tr("%1: %2").arg(nameOf(ofLane), said).toHtmlEscaped();
    }

    void sayLegend() {
        QString legend;
        for (const int each : allLanes() ? shownLanes() : std::vector<std::int32_t>()) {
            legend += legendEntry(colorOf(each), nameOf(each));
        }
        legend += allLanes()
                      ? legendEntry(BudgetBars::kSelected, tr("selected (band)"))
                      : legendEntry(BudgetBars::kHeld, tr("held")) + legendEntry(BudgetBars::kSelected, tr("selected"));
        if (m_now->showsBudgets()) {
            legend += legendEntry(m_now->foreground(), tr("budget (outline)"));
        }
        if (m_now->showsCapacities()) {
            legend += legendEntry(m_now->capacityColor(), tr("capacity (line)"));
        }
        if (m_now->showsRequestedBudget()) {
            legend += legendEntry(m_now->foreground(), tr("asked for, on average (dashed)"));
        }
        if (m_now->showsPreview()) {
            legend += legendEntry(BudgetBars::kPreview, tr("preview, behind the prompt (hatched)"));
        }
        setLegend(legend);
    }

    BudgetBars* m_now;
    Plot* m_over;
    TextLine* m_notes = nullptr;
    ViewChoice *m_per, *m_unit;
    LayerMap m_map;
    int m_hoverLayer = 0;
    bool m_painted = false;  ///< the map is up to date
};

}  // namespace

DockEntry budgetsDock() {
    return {"budgets", QT_TRANSLATE_NOOP("QObject", "Budgets"), Place::Bottom, 5, makeDock<BudgetsDock>};
}

}  // namespace kvw::wb
