// SPDX-License-Identifier: GPL-3.0-or-later
/// Budgets: what each layer (or head) holds against its budget at the selected step, and what all layers hold over the
/// run: in tokens, as a share of the text read, or in bytes.
#include <QComboBox>
#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workbench/docks/halves.h"
#include "app/workbench/docks/plot_dock.h"
#include "app/workbench/docks/text_line.h"
#include "app/workbench/plots/colors.h"
#include "app/workbench/plots/layer_map.h"
#include "core/bundle/asked_budget.h"
#include "core/bundle/figure_budgets.h"

namespace kvw::wb {

namespace {

constexpr const char* kBudgetsTitle = QT_TRANSLATE_NOOP("QObject", "Budgets");

const QColor kHeldBars(0x56, 0xb4, 0xe9), kSelected(0x00, 0x72, 0xb2), kPreview(0xd5, 0x5e, 0x00);

QString tokenCount(double value) {
    return std::isfinite(value) ? QLocale::c().toString(value, 'g', std::abs(value) < 100 ? 4 : 6)
                                : QStringLiteral("–");
}

class BudgetsDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::BudgetsDock)

 public:
    BudgetsDock(Workspace& workspace, QWidget* parent)
        : PlotDock(QStringLiteral("budgets"), QObject::tr(kBudgetsTitle), workspace, parent),
          m_now(new Plot(this)),
          m_over(new Plot(this)),
          m_map(*m_over, tr("held (tokens)")) {
        m_now->setAccessibleName(tr("Held tokens per layer at the selected step"));
        m_now->setXTitle(tr("layer"));
        m_now->addPanel(tr("held (tokens)"));
        m_now->setInteractions(QCP::Interactions());
        m_now->panel(0)->setMinimumMargins(QMargins(48, 6, 8, 4));
        m_held = m_now->addBars(0, kHeldBars, 0.64);
        m_chosen = m_now->addBars(0, kSelected, 0.64);
        m_budget = m_now->addBars(0, Qt::NoBrush, 0.84);
        m_asked = m_now->addLine(0, m_now->foreground(), Qt::DashLine);
        m_preview = m_now->addBars(0, QBrush(kPreview, Qt::BDiagPattern), 0.5);
        m_preview->setPen(QPen(kPreview, 1));
        connect(&workspace.whatIf(), &WhatIfModel::changed, this, [this] { markDirty(DirtyFlag::Step); });
        connect(&workspace.draft(), &RunDraft::changed, this, [this] { markDirty(DirtyFlag::Step); });
        link(m_now, false);

        m_over->setAccessibleName(tr("Held tokens by layer and step"));
        m_over->setXTitle(tr("step (tokens)"));
        link(m_over, true);

        m_per = new QComboBox(this);
        m_per->setObjectName(QStringLiteral("viewPer"));
        m_per->addItems({tr("per layer"), tr("per head of the layer")});
        m_per->setAccessibleName(tr("Bars"));
        connect(m_per, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Unit); });
        m_unit = new QComboBox(this);
        m_unit->setObjectName(QStringLiteral("viewUnit"));
        m_unit->addItems({tr("in tokens"), tr("in % of the tokens seen"), tr("in MiB")});
        m_unit->setAccessibleName(tr("Unit"));
        connect(m_unit, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
        auto* row = new QHBoxLayout;
        row->addWidget(m_per);
        row->addWidget(m_unit);
        row->addStretch();
        body()->addLayout(row);
        m_notes = new TextLine(this, "notes");
        m_notes->setAccessibleName(tr("What the policy derived from its settings"));
        body()->addWidget(m_notes);
        auto* halves = new Halves(this);
        halves->addWidget(m_now);
        halves->addWidget(m_over);
        body()->addWidget(halves, 1);
    }

 protected:
    bool dependsOn(int, int, int) const override { return false; }

    void rebuild(const Trace& trace) override {
        m_map.follow({workspace().recording(), lane(), -1, static_cast<int>(unit())}, trace.shape().layers,
                     [recording = workspace().recording(), &trace, ofLane = lane(), unit = unit(),
                      at = std::int64_t{-1}, scale = 1.0](std::int64_t step, int layer) mutable {
                         if (std::exchange(at, step) != step) {
                             scale = figures::heldScale(*recording, ofLane, step, unit);
                         }
                         return scale * static_cast<double>(trace.layer(step, layer).held);
                     });
        m_highestBar = 0;
        m_over->show();
        const QString title = unit() == figures::HeldUnit::Tokens  ? tr("held (tokens)")
                              : unit() == figures::HeldUnit::Share ? tr("held (% of tokens seen)")
                                                                   : tr("held (MiB)");
        m_now->setYTitle(0, title);
        m_over->setScaleTitle(title);
        m_per->setVisible(trace.shape().units > 1);
        if (trace.shape().units <= 1) {
            m_per->setCurrentIndex(0);
        }
        const std::int64_t prompt = workspace().recording()->description().promptTokens;
        m_over->setBoundary(
            prompt > 0 && prompt < axisEnd(trace) ? std::optional(static_cast<double>(prompt) - 0.5) : std::nullopt,
            {});
    }

    bool showPrompt(const Trace& trace) override {
        const std::int64_t stage = trace.promptStages() - 1;
        m_over->hide();  // of steps, of which there are none
        m_notes->hide();
        m_highestBar = 0;
        startBars();
        for (int layer = 0; layer < trace.shape().layers; ++layer) {
            const auto held = static_cast<double>(trace.promptStageHeld(stage, layer));
            (layer == sight().layer() ? m_chosen : m_held)->addData(layer, held);
            m_highestBar = std::max(m_highestBar, held);
        }
        m_now->setYTitle(0, tr("held (tokens)"));
        fitBars(trace.shape().layers, false);
        m_now->y(0)->setRange(0, m_highestBar > 0 ? m_highestBar * 1.06 : 1);
        setLegend(legendEntry(kHeldBars, tr("held")) + legendEntry(kSelected, tr("selected")));
        setReadout(tr("reading the prompt: %1 of %2 layers done").arg(stage + 1).arg(trace.shape().layers));
        m_now->redraw();
        return true;
    }

    void append(const Trace&, std::int64_t, std::int64_t to) override {
        m_map.extendTo(to);
        m_painted = false;
    }

    void show(const Trace& trace, Dirty what) override {
        showBars(trace);
        if (!m_painted || (what & DirtyFlag::Range)) {
            m_painted = true;
            m_map.show(selection().range());
        }
        QStringList notes;
        // They name parameters and their values.
        for (const std::string& note :
             workspace().namesHidden() ? std::vector<std::string>() : workspace().recording()->notes(lane())) {
            notes << QString::fromStdString(note);
        }
        m_notes->say(notes.join(QStringLiteral(" · ")).toHtmlEscaped());
        m_notes->setVisible(!notes.isEmpty());
        setLegend(legendEntry(kHeldBars, tr("held")) + legendEntry(kSelected, tr("selected")) +
                  legendEntry(m_now->foreground(), tr("budget (outline)")) +
                  (m_asked->data()->isEmpty()
                       ? QString()
                       : legendEntry(m_now->foreground(), tr("asked for, on average (dashed)"))) +
                  (m_preview->data()->isEmpty() ? QString()
                                                : legendEntry(kPreview, tr("preview, behind the prompt (hatched)"))));
        m_now->redraw();
    }

    QString status(const Trace& trace) const override {
        const std::int64_t at = sight().step();
        if (at < 0) {
            return {};
        }
        const StepRecord& step = trace.step(at);
        return tr("step %1 · layer %2 holds %3 · all layers and heads hold %4, evicted now %5")
                   .arg(at)
                   .arg(sight().layer())
                   .arg(describeRecord(trace.layer(at, sight().layer()), at))
                   .arg(step.heldTotal)
                   .arg(step.evictedNow) +
               allBudgets(trace, at);
    }

    QString describe(const Trace& trace, std::int64_t step) const override {
        return tr("step %1, layer %2: %3 held")
            .arg(step)
            .arg(m_hoverLayer)
            .arg(describeRecord(trace.layer(step, std::clamp(m_hoverLayer, 0, trace.shape().layers - 1)), step));
    }

    void onPick(Plot* plot, int panel, double x, double y) override {
        if (plot == m_over) {
            selection().setLayer(m_map.layerAt(y));
            PlotDock::onPick(plot, panel, x, y);
        } else if (perHead()) {
            if (const TraceShape& shape = sight().trace()->shape(); shape.units > 0) {
                const int unit = std::clamp(static_cast<int>(std::lround(x)), 0, shape.units - 1);
                selection().setHead(unit * std::max(1, shape.queryHeads / shape.units));
            }
        } else {
            selection().setLayer(std::clamp(static_cast<int>(std::lround(x)), 0, layers() - 1));
        }
    }

    void onHover(Plot* plot, int panel, double x, double y) override {
        const Trace* trace = sight().trace();
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
        if (bar < 0 || bar >= bars || sight().step() < 0) {
            selection().setHover({});
            return;
        }
        if (!perHead()) {
            hoverLayer(bar);
        }
        const LayerRecord& record =
            perHead() ? trace->layer(sight().step(), sight().layer(), bar) : trace->layer(sight().step(), bar);
        setReadout(
            (perHead() ? tr("KV head %1 of layer %2: ").arg(bar).arg(sight().layer()) : tr("layer %1: ").arg(bar)) +
            describeRecord(record, sight().step(), perHead()) + tr(" held at step %1").arg(sight().step()) +
            describeLimits(record));
    }

    int layerUnder(const Plot* plot, double y) const override { return plot == m_over ? m_map.layerAt(y) : -1; }

    FigureOf figureOf() const override {
        return [what = figures::BudgetFigure{unit(), perHead() ? sight().layer() : -1, sight().step(), shownSteps()}](
                   const Recording& recording, int ofLane) { return figures::budgets(recording, ofLane, what); };
    }

    QString formula() const override {
        return tr(
            "<b>Held</b>: tokens in the cache after the step's eviction; of a layer with sets per head: the mean "
            "over its stored heads. As a share: of the tokens seen up to this step. In MiB: of the bytes recorded as "
            "live, in "
            "equal parts for all tokens held.<br><b>Budget</b>: what the policy allows this layer (or head) to keep."
            "<br><b>Asked for</b>: what the settings name per layer and head; a policy that shares out gives some more "
            "and "
            "some less."
            "<br>Map columns that stand for several steps show their mean; zoom in for single steps.");
    }

    QString emptySentence() const override {
        return tr("How many tokens each layer holds, against its budget, appears here.");
    }

 private:
    int layers() const { return std::max(1, sight().trace() == nullptr ? 1 : sight().trace()->shape().layers); }
    figures::HeldUnit unit() const { return static_cast<figures::HeldUnit>(std::clamp(m_unit->currentIndex(), 0, 2)); }
    /// What a token of a layer, or of one of its heads, is in the unit chosen.
    double scaleAt(std::int64_t step, bool ofHead) const {
        const double scale = figures::heldScale(*workspace().recording(), lane(), step, unit());
        return unit() == figures::HeldUnit::Bytes && ofHead ? scale / std::max(1, sight().trace()->shape().units)
                                                            : scale;
    }
    bool perHead() const { return m_per->currentIndex() == 1; }

    QString describeRecord(const LayerRecord& record, std::int64_t step, bool ofHead = false) const {
        const double scale = scaleAt(step, ofHead);
        const QString held = tokenCount(scale * static_cast<double>(record.held));
        const QString budget = tokenCount(scale * static_cast<double>(record.budget));
        const bool bounded = std::isfinite(record.budget);
        switch (unit()) {
            case figures::HeldUnit::Share:
                return bounded ? tr("%1\u00a0% of the tokens seen (budget %2\u00a0%)").arg(held, budget)
                               : tr("%1\u00a0% of the tokens seen, no budget").arg(held);
            case figures::HeldUnit::Bytes:
                return bounded ? tr("%1 of %2 MiB").arg(held, budget) : tr("%1 MiB, no budget").arg(held);
            default:
                return bounded ? tr("%1 of %2 tokens").arg(held, budget) : tr("%1 tokens, no budget").arg(held);
        }
    }

    /// " · all budgets together: 512", where every layer has one; in the unit of what all hold.
    QString allBudgets(const Trace& trace, std::int64_t step) const {
        double budgets = 0, held = 0;
        for (int layer = 0; layer < trace.shape().layers; ++layer) {
            const LayerRecord& record = trace.layer(step, layer);
            budgets += static_cast<double>(record.budget);
            held += static_cast<double>(record.held);
        }
        const double sets = held > 0 ? static_cast<double>(trace.step(step).heldTotal) / held : 0;
        return std::isfinite(budgets) && sets > 0 ? tr(" · all budgets together: %1").arg(tokenCount(sets * budgets))
                                                  : QString();
    }

    /// What the settings name, and what there is to be kept at all, where a budget is behind them.
    QString describeLimits(const LayerRecord& record) const {
        if (!std::isfinite(record.budget)) {
            return {};
        }
        QString text;
        if (const auto asked = askedBudget(*workspace().recording(), lane(), sight().step())) {
            text = tr(" · %1 tokens asked for, on average").arg(*asked);
        }
        const std::int64_t seen = sight().step() + 1;
        if (static_cast<double>(record.budget) > static_cast<double>(seen)) {
            text += tr(" · no more than the %1 seen").arg(seen);
        }
        return text;
    }

    /// Of a bar of the preview: it is of the prompt.
    double previewScale(const Trace& trace) const {
        const std::int64_t prompt = workspace().recording()->description().promptTokens;
        return scaleAt(std::clamp<std::int64_t>(prompt - 1, 0, trace.steps() - 1), perHead());
    }

    void showBars(const Trace& trace) {
        const std::int64_t step = sight().step();
        if (step < 0) {
            return;
        }
        const int count = perHead() ? trace.shape().units : layers();
        const int chosen = perHead() ? sight().unit() : sight().layer();
        const auto preview = workspace().whatIf().overlay();
        startBars();
        double most = 0;
        bool bounded = false;
        const double scale = scaleAt(step, perHead());
        for (int i = 0; i < count; ++i) {
            const LayerRecord& record = perHead() ? trace.layer(step, sight().layer(), i) : trace.layer(step, i);
            (i == chosen ? m_chosen : m_held)->addData(i, scale * static_cast<double>(record.held));
            most = std::max(most, scale * static_cast<double>(record.held));
            if (std::isfinite(record.budget)) {
                bounded = true;
                m_budget->addData(i, scale * static_cast<double>(record.budget));
                most = std::max(most, scale * static_cast<double>(record.budget));
            }
            if (preview && i < (perHead() ? count : preview->next.layers)) {
                const double kept = previewScale(trace) * previewed(preview->next, i, count);
                m_preview->addData(i, kept);
                most = std::max(most, kept);
            }
        }
        if (const auto asked = askedBudget(*workspace().recording(), lane(), step); asked && bounded) {
            const double height = scale * static_cast<double>(*asked);
            m_asked->setData({-0.6, count - 0.4}, {height, height}, true);
            m_asked->setPen(QPen(m_now->foreground(), 1, Qt::DashLine));
            most = std::max(most, height);
        }
        // Grows only, so that scrubbing compares heights.
        m_highestBar = std::max(m_highestBar, most);
        m_budget->setPen(QPen(m_now->foreground(), 1));
        fitBars(count, perHead());
        // Early in the text a budget is many times what was seen.
        m_now->y(0)->setRange(0, unit() == figures::HeldUnit::Share ? 106 : m_highestBar > 0 ? m_highestBar * 1.06 : 1);
    }

    void startBars() {
        for (QCPBars* bars : {m_held, m_chosen, m_budget, m_preview}) {
            bars->data()->clear();
        }
        m_asked->data()->clear();
    }

    void fitBars(int count, bool ofHeads) {
        m_now->setLayerAxis(ofHeads ? std::nullopt : std::optional(Qt::Horizontal));
        m_now->setXTitle(ofHeads ? tr("KV head of layer %1").arg(sight().layer()) : tr("layer"));
        m_now->setXBounds(-0.6, count - 0.4);
        m_now->showX(std::nullopt);
    }

    /// Tokens that the preview holds in bar `bar`.
    double previewed(const PromptSelection& next, int bar, int bars) const {
        if (!perHead()) {
            return next.heldOf(bar);
        }
        const int unit = bar * next.units / std::max(1, bars);
        return static_cast<double>(next.kept[static_cast<std::size_t>(sight().layer() * next.units + unit)].size());
    }

    Plot *m_now, *m_over;
    QCPBars *m_held, *m_chosen, *m_budget, *m_preview;
    QCPGraph* m_asked;
    TextLine* m_notes = nullptr;
    QComboBox *m_per, *m_unit;
    LayerMap m_map;
    double m_highestBar = 0;
    int m_hoverLayer = 0;
    bool m_painted = false;  ///< the map is up to date
};

}  // namespace

DockEntry budgetsDock() {
    return {"budgets", kBudgetsTitle, Place::BottomLeft, 5, true, [](Workspace& workspace, QWidget* parent) -> Dock* {
                return new BudgetsDock(workspace, parent);
            }};
}

}  // namespace kvw::wb
