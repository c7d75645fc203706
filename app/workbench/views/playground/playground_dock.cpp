// SPDX-License-Identifier: GPL-3.0-or-later
/// The inequality playground dock: the Lorenz curve beside the Gini numbers of all layers, played through steps or
/// layers; a temperature that moves budget between layers, and a run with these budgets.
#include <fmt/format.h>

#include <QCoreApplication>
#include <QStackedWidget>
#include <algorithm>
#include <cmath>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/plot/colors.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/runs/run_again.h"
#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/plots/row_plots.h"
#include "app/workbench/views/common/rows_missing.h"
#include "app/workbench/views/common/shown_lane.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/playground/playground.h"
#include "app/workbench/views/playground/share_bars.h"
#include "app/workbench/views/playground/share_controls.h"
#include "app/workbench/views/playground/walk_bar.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figure.h"
#include "core/figures/figures.h"
#include "core/trace/trace.h"

namespace kvw::wb {

namespace {

/// Returns the name of a rule for captions, in English: "CAKE's preference".
const char* nameOf(ShareRule rule) {
    switch (rule) {
        case ShareRule::EvenGain:
            return "Gini, even layers gain";
        case ShareRule::UnevenGain:
            return "Gini, uneven layers gain";
        case ShareRule::Preference:
            break;
    }
    return "preference (CAKE)";
}

FigureSeries bars(std::string label, std::int32_t index) {
    return {std::move(label), {}, {}, FigureStyle::Bars, FigureRole::Layer, index};
}

FigureSeries points(std::string label, FigureRole role) {
    return {std::move(label), {}, {}, FigureStyle::Points, role, 1};
}

void add(FigureSeries& series, std::size_t layer, double value) {
    series.x.push_back(static_cast<double>(layer));
    series.y.push_back(value);
}

/// Adds both panels to `figure` and describes them in its caption. `budgeted`: also shows the run's own budgets.
void addShares(FigureSpec& figure, const Trace& trace, std::int64_t step, bool budgeted, const Playground& plan,
               const LayerGinis& prompt, const LayerShares& shares) {
    if (trace.steps() == 0) {
        return;
    }
    const std::int64_t now = std::clamp<std::int64_t>(step, 0, trace.steps() - 1);
    const std::int64_t cut = std::clamp<std::int64_t>(shares.prompt - 1, 0, trace.steps() - 1);
    FigureSeries gini = bars(fmt::format("step {}", now), 0);
    FigureSeries ofPrompt = points(fmt::format("last {} prompt rows", prompt.window), FigureRole::FullLane);
    FigureSeries given = bars("budget", 0), asked = points("share before it is limited", FigureRole::Difference);
    FigureSeries recorded = points("recorded", FigureRole::FullLane);
    for (std::size_t layer = 0; layer < static_cast<std::size_t>(trace.shape().layers); ++layer) {
        const auto& at = trace.layer(now, static_cast<int>(layer));
        add(gini, layer, static_cast<double>(at.gini));
        if (layer < prompt.layers.size()) {
            add(ofPrompt, layer, prompt.layers[layer]);
        }
        if (layer < shares.tokens.size()) {
            add(given, layer, static_cast<double>(shares.tokens[layer]));
            if (shares.clamped[layer] != 0) {
                add(asked, layer, shares.asked[layer]);
            }
        }
        if (const float budget = trace.layer(cut, static_cast<int>(layer)).budget; budgeted && std::isfinite(budget)) {
            add(recorded, layer, static_cast<double>(budget));
        }
    }
    const FigureAxis layers{"layer"};
    FigurePanel above = figures::startPanel("Gini per layer", layers, {"Gini", "", false, 0.0, 1.0});
    figures::addSeries(above, std::move(gini));
    figures::addSeries(above, std::move(ofPrompt));
    FigurePanel below = figures::startPanel("budget per layer", layers, {"budget", "tokens", false, 0.0, std::nullopt});
    figures::addSeries(below, std::move(given));
    figures::addSeries(below, std::move(asked));
    figures::addSeries(below, std::move(recorded));
    figure.caption +=
        fmt::format(" Below: Gini of every layer, and what {} tokens per layer become under {} at T = {:g}.",
                    plan.capacity, nameOf(plan.rule), plan.temperature);
    figure.panels.push_back(std::move(above));
    figure.panels.push_back(std::move(below));
}

class PlaygroundDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PlaygroundDock)

 public:
    PlaygroundDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_pages(new QStackedWidget(this)),
          m_page(new QWidget(this)),
          m_lorenz(new LorenzPlot(this)),
          m_bars(new ShareBars(this)),
          m_missing(new RowsMissing(workspace, this)),
          m_walk(new WalkBar(*this)),
          m_controls(new ShareControls(this)),
          m_sums(new TextLine(this, "sums")),
          m_rowJob(this),
          m_measureJob(this) {
        reportInTurn(m_rowJob);
        reportInTurn(m_measureJob);
        // When the plots are stacked, they must not make the window higher than a small screen.
        m_lorenz->setMinimumHeight(40);
        m_bars->setMinimumHeight(60);
        auto* halves = splitOf(new Halves(m_page), {m_lorenz, m_bars});
        columnOf({m_walk, {halves, 1}, m_controls, m_sums}, m_page, {0, 1});
        link(m_lorenz, false);
        link(m_bars, false);
        m_pages->addWidget(m_page);
        m_pages->addWidget(m_missing);
        body()->addWidget(m_pages, 1);
        connect(m_controls, &ShareControls::ruleChosen, this, [this](ShareRule rule) {
            m_plan.rule = rule;
            showPlan();
        });
        connect(m_controls, &ShareControls::capacityTyped, this, [this](int tokens) {
            m_plan.capacity = tokens;
            showPlan();
        });
        connect(m_controls, &ShareControls::temperatureTurned, this, [this](double temperature) {
            m_plan.temperature = temperature;
            showPlan();
        });
        connect(m_controls, &ShareControls::runPressed, this, [this] { runWithIt(); });
    }

 protected:
    void rebuild(const Trace&) override {
        const RunDescription& run = workspace().recording()->description();
        // Rows that arrive late do not reset the plan.
        if (m_planned.becomes(workspace().recording(), lane())) {
            m_plan.takeOver(run.lane(lane()), run.promptTokens, workspace().plugins().catalog());
        }
        m_measured = {};
        m_asked = false;
        m_reason.clear();
        m_lorenz->clear();
        m_walk->stop();
        showPlan();
    }

    void show(const Trace& trace, Dirty) override {
        if (trace.rowBytesStored() == 0) {
            m_reason =
                tr("This run has no attention rows, which this view needs. “Record: and the rows” records them, at a "
                   "cost of time and disk.");
        }
        measure(trace);
        if (!m_reason.isEmpty()) {
            m_missing->say(m_reason, trace.rowBytesStored() == 0 || canMeasurePrompt(workspace()));
            setLegend({});
            m_pages->setCurrentWidget(m_missing);
            return;
        }
        m_pages->setCurrentWidget(m_page);
        showRow(trace);
        showPlan();
    }

    QString status(const Trace&) const override { return m_reason.isEmpty() ? describeLayer(layer()) : QString(); }
    QString describe(const Trace& trace, std::int64_t) const override { return status(trace); }

    void onPick(Plot* plot, int, double x, double) override {
        const Trace* trace = shownSelection().trace();
        if (const int at = static_cast<int>(std::lround(x));
            plot == m_bars && trace != nullptr && at >= 0 && at < trace->shape().layers) {
            selection().setLayer(at);
        }
    }

    void onHover(Plot* plot, int, double x, double) override {
        setReadout(plot == m_lorenz ? m_lorenz->describe(x) : describeLayer(static_cast<int>(std::lround(x))));
    }

    FigureSpec figure(const Recording& recording, int ofLane) const override {
        FigureSpec spec = figures::lorenz(recording, ofLane, layer(), selection().head(), shownSelection().step());
        if (!m_reason.isEmpty()) {
            return spec;
        }
        spec.id = figures::FigureRequest::parse("playground").with(spec.id).id();
        addShares(spec, recording.trace(ofLane), shownSelection().step(), budgeted(), m_plan, m_measured.ginis,
                  m_shares);
        return spec;
    }

    QString formula() const override {
        return tr(
            "<b>Lorenz curve</b> of the selected row: what the k tokens read least get together, over k/n. <b>Gini</b> "
            "is twice the area between it and the diagonal: 0 = all tokens alike, near 1 = one token. Bars: Gini of "
            "each layer at this step; outline: of the last prompt rows, which the budgets are made of."
            "<br><b>Even or uneven layers gain</b>: a layer's share is softmax(−G/T), as the budget <i>adap-gini</i> "
            "has it in the direction of the Adap-KV thesis (round(C · share)) or of its code (int(S − (S − C) · "
            "share)). <b>Preference</b>: (H · V)<sup>1/T</sup>, as <i>cake</i> has it with both temperatures T."
            "<br>A low temperature moves budget to few layers, a high one levels them. What a layer gets is limited to "
            "the prompt, and to what is protected.");
    }

    QString emptySentence() const override {
        return tr("The inequality of attention, and the budgets that a temperature gives, appear here.");
    }

 private:
    int layer() const { return shownSelection().layer(); }
    bool budgeted() const { return !workspace().recording()->description().lane(lane()).isFullCache(); }

    void showRow(const Trace& trace) {
        const LorenzPlot::Row key{shownSelection().step(), lane(), layer(), selection().head()};
        const QColor color = layerColor(key.layer, trace.shape().layers);
        showLegend(color, key);
        m_lorenz->show(m_rowJob, workspace().recording(), key, color, [this, color, key] { showLegend(color, key); });
    }

    void showLegend(const QColor& color, const LorenzPlot::Row& key) {
        const QString who = key.head < 0
                                ? tr("step %1, layer %2, mean of heads").arg(key.step).arg(key.layer)
                                : tr("step %1, layer %2, query head %3").arg(key.step).arg(key.layer).arg(key.head);
        setLegend(legendEntry(color, who) + QStringLiteral("<b>") +
                  (m_lorenz->gini() ? tr("Gini %1").arg(QLocale::c().toString(*m_lorenz->gini(), 'f', 2))
                                    : tr("no row recorded")) +
                  QStringLiteral("</b>&nbsp;&nbsp; ") + legendEntry(ShareBars::kGiven, tr("budget")) +
                  legendEntry(ShareBars::kLimited, tr("clamped")) +
                  legendEntry(m_bars->foreground(), tr("recorded (outline)")));
    }

    /// Measures the layers once, after the prompt is read; off the GUI thread.
    void measure(const Trace& trace) {
        if (m_asked || !m_reason.isEmpty() || trace.steps() < workspace().recording()->description().promptTokens) {
            return;
        }
        m_asked = true;
        m_measureJob.request(
            [this, recording = workspace().recording(), of = lane(),
             read = m_plan.measure(workspace().recording(), lane())](const LatestJob::Stale& stale) {
                return LatestJob::Report([this, recording, of, measured = read(stale)] {
                    if (recording != workspace().recording() || of != lane()) {
                        return;
                    }
                    if (measured) {
                        m_measured = *measured;
                    } else {
                        m_reason = phraseText(phrase("%1.", measured.error().what));
                    }
                    markDirty(DirtyFlag::Unit);
                });
            },
            true);
    }

    /// Shows bars, controls and sums of the current plan.
    void showPlan() {
        m_controls->show(m_plan);
        m_shares = m_plan.shares(m_measured);
        const auto policy = m_plan.policy();
        m_controls->setRun(policy && !m_shares.tokens.empty(),
                           policy ? tr("Starts this text again with %1").arg(*policy) : errorText(policy.error()));
        m_sums->setText(sums());
        if (const Trace* trace = shownSelection().trace(); trace != nullptr && trace->steps() > 0) {
            m_bars->show(
                *trace,
                {.step = std::max<std::int64_t>(0, shownSelection().step()), .layer = layer(), .budgeted = budgeted()},
                m_measured.ginis, m_shares);
            setReadout(status(*trace));
        }
    }

    QString sums() const {
        if (m_shares.tokens.empty()) {
            return {};
        }
        if (m_shares.guarded) {
            return tr("Nothing to share out: the prompt of %1 tokens fits, or the protected tokens fill the capacity.")
                .arg(m_shares.prompt);
        }
        const auto layers = static_cast<double>(m_shares.tokens.size());
        const auto perToken = static_cast<double>(workspace().recording()->description().model.kvBytesPerToken);
        QString text = tr("Σ %1 of %2 tokens").arg(m_shares.sum).arg(m_shares.nominal) + QStringLiteral(" · ") +
                       tr("%1 of the whole prompt")
                           .arg(bytesOfText(static_cast<double>(m_shares.sum) * perToken / layers,
                                            static_cast<double>(m_shares.prompt) * perToken));
        if (m_shares.limited() > 0) {
            const auto limited = m_shares.limited();
            text +=
                QStringLiteral(" · ") + (limited == 1 ? tr("1 layer clamped") : tr("%1 layers clamped").arg(limited));
        }
        return text;
    }

    QString describeLayer(int at) const {
        const auto index = static_cast<std::size_t>(at);
        if (at < 0 || index >= m_shares.tokens.size()) {
            return {};
        }
        const QString measured = m_plan.rule == ShareRule::Preference
                                     ? tr("H %1, V %2")
                                           .arg(numberText(m_measured.preferences.layers[index].entropy),
                                                numberText(m_measured.preferences.layers[index].variance))
                                     : tr("Gini of the prompt's last %1 rows %2")
                                           .arg(m_measured.ginis.window)
                                           .arg(numberText(m_measured.ginis.layers[index]));
        const QString asked = numberText(m_shares.asked[index], 'g', 6);
        return tr("layer %1: %2 → %3 tokens").arg(at).arg(measured).arg(m_shares.tokens[index]) +
               (m_shares.clamped[index] != 0 ? tr(" (clamped; its share is %1)").arg(asked) : QString());
    }

    /// Runs the shown run again with this policy beside the full cache, with its rows recorded.
    void runWithIt() {
        const auto recording = workspace().recording();
        const auto policy = m_plan.policy();
        // This policy replaces the lanes of the run and the changes made in them.
        Result<void> done = policy.and_then([&](const QString&) { return loadIntoDraft(*recording, workspace()); })
                                .map([](const QStringList&) {});
        if (done) {
            done = workspace().draft().lanes().replace(workspace().plugins().catalog(), {*policy});
        }
        if (done) {
            recordRows(workspace());
            done = workspace().startDraft();
        }
        Q_EMIT workspace().notice(done ? tr("Started with %1").arg(*policy) : errorText(done.error()));
    }

    QStackedWidget* m_pages;
    QWidget* m_page;
    LorenzPlot* m_lorenz;
    ShareBars* m_bars;
    RowsMissing* m_missing;
    WalkBar* m_walk;
    ShareControls* m_controls;
    TextLine* m_sums;
    Playground m_plan;
    ShownLane m_planned;
    LayerMeasures m_measured;
    LayerShares m_shares;
    QString m_reason;
    bool m_asked = false;
    LatestJob m_rowJob, m_measureJob;
};

}  // namespace

DockEntry playgroundDock() {
    return {"playground", QT_TRANSLATE_NOOP("QObject", "Playground"), Place::Middle, 20, makeDock<PlaygroundDock>};
}

}  // namespace kvw::wb
