// SPDX-License-Identifier: GPL-3.0-or-later
/// Budgets: tokens held against the budget per layer (or head) at the selected step, and held tokens of all layers over
/// the run.
#include <QComboBox>
#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workbench/docks/halves.h"
#include "app/workbench/docks/plot_dock.h"
#include "app/workbench/docks/text_line.h"
#include "app/workbench/plots/colors.h"
#include "app/workbench/plots/step_map.h"
#include "core/bundle/figures.h"

namespace kvw::wb {

namespace {

const QColor kHeld(0x56, 0xb4, 0xe9), kSelected(0x00, 0x72, 0xb2), kPreview(0xd5, 0x5e, 0x00);

QString tokens(float value) {
    return std::isfinite(value) ? QLocale::c().toString(static_cast<double>(value), 'g', 6) : QStringLiteral("–");
}

class BudgetsDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::BudgetsDock)

 public:
    BudgetsDock(Workspace& workspace, QWidget* parent)
        : PlotDock(QStringLiteral("budgets"), QObject::tr("Budgets"), workspace, parent),
          m_now(new Plot(this)),
          m_over(new Plot(this)) {
        m_now->setAccessibleName(tr("Held tokens per layer at the selected step"));
        m_now->setXTitle(tr("layer"));
        m_now->addPanel(tr("held (tokens)"));
        m_now->setInteractions(QCP::Interactions());
        m_now->panel(0)->setMinimumMargins(QMargins(48, 6, 8, 4));
        m_held = m_now->addBars(0, kHeld, 0.64);
        m_chosen = m_now->addBars(0, kSelected, 0.64);
        m_budget = m_now->addBars(0, Qt::NoBrush, 0.84);
        m_preview = m_now->addBars(0, QBrush(kPreview, Qt::BDiagPattern), 0.5);
        m_preview->setPen(QPen(kPreview, 1));
        connect(&workspace.whatIf(), &WhatIfModel::changed, this, [this] { markDirty(DirtyFlag::Step); });
        connect(&workspace.draft(), &RunDraft::changed, this, [this] { markDirty(DirtyFlag::Step); });
        link(m_now, false);

        m_over->setAccessibleName(tr("Held tokens by layer and step"));
        m_over->setXTitle(tr("step (tokens)"));
        m_over->addPanel(tr("layer"));
        m_over->panel(0)->setMinimumMargins(QMargins(40, 6, 8, 4));
        m_scale = m_over->addColorScale(tr("held (tokens)"));
        m_map = m_over->addLayerMap(0, m_scale);
        link(m_over, true);

        m_per = new QComboBox(this);
        m_per->setObjectName(QStringLiteral("viewPer"));
        m_per->addItems({tr("per layer"), tr("per head of the layer")});
        m_per->setAccessibleName(tr("Bars"));
        connect(m_per, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Unit); });
        body()->addWidget(m_per, 0, Qt::AlignLeft);
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
        m_table = StepMap(trace.shape().layers);
        m_lowest = std::numeric_limits<double>::infinity();
        m_highest = 0;
        m_shownColumns = 0;
        m_stepByStep = false;
        m_highestBar = 0;
        m_per->setVisible(trace.shape().units > 1);
        if (trace.shape().units <= 1) {
            m_per->setCurrentIndex(0);
        }
        m_map->data()->clear();
        m_over->y(0)->setRange(-0.5, std::max(1, trace.shape().layers) - 0.5);
        const std::int64_t prompt = workspace().recording()->description().promptTokens;
        m_over->setBoundary(
            prompt > 0 && prompt < axisEnd(trace) ? std::optional(static_cast<double>(prompt) - 0.5) : std::nullopt,
            {});
    }

    void append(const Trace& trace, std::int64_t from, std::int64_t to) override {
        std::vector<float> column(static_cast<std::size_t>(trace.shape().layers));
        for (std::int64_t step = from; step < to; ++step) {
            for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
                const float held = trace.layer(step, layer).held;
                column[static_cast<std::size_t>(layer)] = held;
                if (std::isfinite(held)) {
                    m_lowest = std::min(m_lowest, static_cast<double>(held));
                    m_highest = std::max(m_highest, static_cast<double>(held));
                }
            }
            m_table.append(column);
        }
        m_painted = false;
    }

    void show(const Trace& trace, Dirty what) override {
        showBars(trace);
        if (!m_painted || (what & DirtyFlag::Range)) {
            m_painted = true;
            showMap(trace);
        }
        QStringList notes;
        // They name parameters and their values.
        for (const std::string& note :
             workspace().namesHidden() ? std::vector<std::string>() : workspace().recording()->notes(lane())) {
            notes << QString::fromStdString(note);
        }
        m_notes->say(notes.join(QStringLiteral(" · ")).toHtmlEscaped());
        m_notes->setVisible(!notes.isEmpty());
        setLegend(legendEntry(kHeld, tr("held")) + legendEntry(kSelected, tr("selected")) +
                  legendEntry(m_now->foreground(), tr("budget (outline)")) +
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
            .arg(describeRecord(trace.layer(at, sight().layer())))
            .arg(step.heldTotal)
            .arg(step.evictedNow);
    }

    QString describe(const Trace& trace, std::int64_t step) const override {
        return tr("step %1, layer %2: %3 held")
            .arg(step)
            .arg(m_hoverLayer)
            .arg(describeRecord(trace.layer(step, std::clamp(m_hoverLayer, 0, trace.shape().layers - 1))));
    }

    void onPick(Plot* plot, int panel, double x, double y) override {
        if (plot == m_over) {
            selection().setLayer(std::clamp(static_cast<int>(std::lround(y)), 0, layers() - 1));
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
            m_hoverLayer = std::clamp(static_cast<int>(std::lround(y)), 0, layers() - 1);
            PlotDock::onHover(plot, panel, x, y);
            return;
        }
        const int bar = static_cast<int>(std::lround(x));
        const int bars = perHead() ? trace->shape().units : layers();
        if (bar < 0 || bar >= bars || sight().step() < 0) {
            return;
        }
        const LayerRecord& record =
            perHead() ? trace->layer(sight().step(), sight().layer(), bar) : trace->layer(sight().step(), bar);
        setReadout(
            (perHead() ? tr("KV head %1 of layer %2: ").arg(bar).arg(sight().layer()) : tr("layer %1: ").arg(bar)) +
            describeRecord(record) + tr(" held at step %1").arg(sight().step()));
    }

    FigureSpec figure(const Recording& recording, int ofLane) const override {
        return figures::budgets(recording, ofLane);
    }

    QString formula() const override {
        return tr(
            "<b>Held</b>: tokens in the cache after the step's eviction; of a layer with sets per head: the mean "
            "over its stored heads.<br><b>Budget</b>: what the policy allows this layer (or head) to keep."
            "<br>Map columns that stand for several steps show their mean; zoom in for single steps.");
    }

    QString emptySentence() const override {
        return tr("How many tokens each layer holds, against its budget, appears here.");
    }

 private:
    int layers() const { return std::max(1, sight().trace() == nullptr ? 1 : sight().trace()->shape().layers); }
    bool perHead() const { return m_per->currentIndex() == 1; }

    static QString describeRecord(const LayerRecord& record) {
        return std::isfinite(record.budget) ? tr("%1 of %2 tokens").arg(tokens(record.held), tokens(record.budget))
                                            : tr("%1 tokens, no budget").arg(tokens(record.held));
    }

    void showBars(const Trace& trace) {
        const std::int64_t step = sight().step();
        if (step < 0) {
            return;
        }
        const int count = perHead() ? trace.shape().units : layers();
        const int chosen = perHead() ? sight().unit() : sight().layer();
        const auto preview = workspace().whatIf().overlay();
        for (QCPBars* bars : {m_held, m_chosen, m_budget, m_preview}) {
            bars->data()->clear();
        }
        double most = 1;
        for (int i = 0; i < count; ++i) {
            const LayerRecord& record = perHead() ? trace.layer(step, sight().layer(), i) : trace.layer(step, i);
            (i == chosen ? m_chosen : m_held)->addData(i, static_cast<double>(record.held));
            most = std::max(most, static_cast<double>(record.held));
            if (std::isfinite(record.budget)) {
                m_budget->addData(i, static_cast<double>(record.budget));
                most = std::max(most, static_cast<double>(record.budget));
            }
            if (preview && i < (perHead() ? count : preview->next.layers)) {
                const double kept = previewed(preview->next, i, count);
                m_preview->addData(i, kept);
                most = std::max(most, kept);
            }
        }
        // Grows only, so that scrubbing compares heights.
        m_highestBar = std::max(m_highestBar, most);
        m_budget->setPen(QPen(m_now->foreground(), 1));
        m_now->setXTitle(perHead() ? tr("KV head of layer %1").arg(sight().layer()) : tr("layer"));
        m_now->setXBounds(-0.6, count - 0.4);
        m_now->showX(std::nullopt);
        m_now->y(0)->setRange(0, m_highestBar * 1.06);
    }

    /// Tokens that the preview holds in bar `bar`.
    double previewed(const PromptSelection& next, int bar, int bars) const {
        if (!perHead()) {
            return next.heldOf(bar);
        }
        const int unit = bar * next.units / std::max(1, bars);
        return static_cast<double>(next.kept[static_cast<std::size_t>(sight().layer() * next.units + unit)].size());
    }

    void showMap(const Trace& trace) {
        if (m_table.columns() == 0 || m_table.rows() == 0) {
            return;
        }
        // Where columns stand for several steps, a range that has room for each of its own is read anew.
        constexpr std::int64_t kRoom = 4096;
        const StepRange range = selection().range();
        const bool stepByStep = !range.all() && m_table.binSize() > 1 && range.last - range.first < kRoom;
        if (stepByStep) {
            copySteps(trace, range.first, range.last + 1);
        } else {
            copyTable(std::exchange(m_stepByStep, false));
        }
        m_stepByStep = stepByStep;
        const double low = m_lowest <= m_highest ? std::min(m_lowest, m_highest) : 0;
        m_scale->setDataRange(QCPRange(low, m_highest > low ? m_highest : low + 1));
    }

    void copySteps(const Trace& trace, std::int64_t first, std::int64_t end) {
        first = std::clamp<std::int64_t>(first, 0, trace.steps() - 2);  // a map of one column would not be drawn
        end = std::clamp<std::int64_t>(end, first + 2, trace.steps());
        const int rows = m_table.rows();
        m_map->data()->setSize(static_cast<int>(end - first), std::max(2, rows));
        for (std::int64_t step = first; step < end; ++step) {
            for (int row = 0; row < std::max(2, rows); ++row) {
                m_map->data()->setCell(static_cast<int>(step - first), row,
                                       static_cast<double>(trace.layer(step, std::min(row, rows - 1)).held));
            }
        }
        setMapRange(static_cast<double>(first), static_cast<double>(end - 1));
    }

    void setMapRange(double first, double last) {
        const int rows = m_table.rows();
        m_map->data()->setRange(QCPRange(first, last), rows == 1 ? QCPRange(-0.25, 0.25) : QCPRange(0, rows - 1));
    }

    /// `whole`: what the map shows now is not of the table.
    void copyTable(bool whole) {
        const int columns = m_table.columns(), rows = m_table.rows();
        const int changed = m_table.takeFirstChanged(), first = whole ? 0 : changed;
        m_shownColumns = whole ? 0 : m_shownColumns;
        const auto bin = static_cast<double>(m_table.binSize());
        const bool resized = columns != m_shownColumns;
        if (resized) {
            // setSize forgets all cells: room for twice as many is made, and the rest stays without a value.
            if (columns > m_map->data()->keySize() || first == 0) {
                m_map->data()->setSize(std::min(4096, std::max(64, columns * 2)), std::max(2, rows));
                m_map->data()->fill(qQNaN());
                copyColumns(0, columns);
            }
            m_shownColumns = columns;
        }
        copyColumns(first, columns);
        const int cells = m_map->data()->keySize();
        setMapRange((bin - 1) / 2, (bin - 1) / 2 + bin * (cells - 1));
    }

    void copyColumns(int first, int end) {
        for (int column = first; column < end; ++column) {
            // A map of one row would not be drawn: a single layer is two halves.
            for (int row = 0; row < std::max(2, m_table.rows()); ++row) {
                const float held = m_table.at(std::min(row, m_table.rows() - 1), column);
                m_map->data()->setCell(column, row, static_cast<double>(held));
            }
        }
    }

    Plot *m_now, *m_over;
    QCPBars *m_held, *m_chosen, *m_budget, *m_preview;
    QCPColorScale* m_scale;
    QCPColorMap* m_map;
    TextLine* m_notes = nullptr;
    QComboBox* m_per;
    StepMap m_table;
    double m_lowest = 0, m_highest = 0, m_highestBar = 0;
    int m_shownColumns = 0, m_hoverLayer = 0;
    bool m_painted = false, m_stepByStep = false;  ///< the map is up to date; it shows single steps of the range
};

}  // namespace

DockEntry budgetsDock() {
    return {"budgets", Place::BottomLeft, 5, true,
            [](Workspace& workspace, QWidget* parent) -> Dock* { return new BudgetsDock(workspace, parent); }};
}

}  // namespace kvw::wb
