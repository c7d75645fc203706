// SPDX-License-Identifier: GPL-3.0-or-later
/// The NLL seismograph: NLL per step beside the full-cache lane and the other lanes, the difference to the full cache,
/// a tick per prune event with its threshold, and a table of what each event did.
#include <QAction>
#include <QCheckBox>
#include <QCoreApplication>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/plot/live_panel.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/words/difference_text.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/shown_lane.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/nll/prune_events.h"
#include "app/workbench/views/nll/threshold_line.h"
#include "core/analysis/spike.h"
#include "core/base/finite.h"
#include "core/figures/builders/figure_nll.h"
#include "core/figures/figures.h"
#include "core/metrics/quality.h"

namespace kvw::wb {

namespace {

QString nats(double value, bool sign = false) {
    if (!std::isfinite(value)) {
        return QStringLiteral("–");
    }
    return QObject::tr("%1 nats").arg(sign ? differenceText(value) : QLocale::c().toString(value, 'f', 2));
}

class NllDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::NllDock)

 public:
    NllDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_plot(new Plot(this, tr("NLL per step"))),
          m_others(new QCheckBox(tr("other lanes"), this)),
          m_difference(new ViewChoice(
              this, "viewDifference", tr("ΔNLL"),
              {{tr("ΔNLL, smoothed"), ""}, {tr("mean ΔNLL so far"), "mean"}, {tr("ΔNLL of each token"), "each"}})),
          m_whole(
              buttonIn(this, {}, "wholeRun", tr("The prompt is most of this run: shows it too, or only the decode"))),
          m_events(new PruneEvents(this)),
          m_parts(new QLabel(this)),
          m_job(this) {
        reportInTurn(m_job);
        for (const auto& [panel, stretch] : {std::pair{0, 3}, {1, 2}}) {
            m_plot->addPanel({}, stretch);
            m_panels.emplace_back(*m_plot, panel);
        }
        m_threshold.emplace(*m_plot);
        link(m_plot, true);
        new ViewOption(*m_others, "viewOtherLanes", "lanes", false);
        explained(m_others, tr("Curves of the other lanes"),
                  tr("NLL and ΔNLL of the other policies on the same text, thin, behind the selected lane"));
        m_others->setChecked(true);
        m_others->hide();
        connect(m_others, &QCheckBox::toggled, this, [this] { markDirty(DirtyFlag::Recording); });
        connect(m_events, &PruneEvents::chosen, this, [this](qint64 step) { selection().setStep(step); });
        connect(m_events, &PruneEvents::thresholdTurned, this, [this] { markDirty(DirtyFlag::Recording); });
        connect(m_events, &PruneEvents::actionAsked, this, &NllDock::seekPrunes);
        connect(m_events, &PruneEvents::apartAsked, this, [this](qint64 step) {
            selection().setStep(step);
            takeApart(step);
        });
        m_parts->setObjectName(QStringLiteral("spikeParts"));
        m_parts->setAccessibleName(tr("Prune event taken apart"));
        m_parts->setTextFormat(Qt::RichText);
        m_parts->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_parts->setWordWrap(true);
        m_parts->hide();
        body()->addWidget(m_parts);
        m_difference->setToolTip(
            tr("Mean of the last %1 tokens, mean of all tokens behind the prompt so far, or each token with the "
               "thresholds of its prune events")
                .arg(figures::kSmoothedTokens));
        connect(m_difference, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Recording); });
        setShrinkable(*m_difference, 10);
        m_whole->hide();
        connect(m_whole, &QPushButton::clicked, this, [this] {
            const StepRange decode = this->workspace().decodeAlone();
            selection().setRange(selection().range().all() ? decode : StepRange{});
        });
        body()->addLayout(rowOf({m_difference, m_others, BoxPart::room(1), m_whole}));
        auto* split = new QSplitter(Qt::Horizontal, this);
        body()->addWidget(splitOf(split, {{m_plot, 4}, {m_events, 3}}, {560, 440}), 1);
    }

 protected:
    void rebuild(const Trace& trace) override {
        m_mean = {};
        m_meanFull = {};
        m_prunes = 0;
        m_analysedPrunes = 0;
        m_settled = true;
        m_job.cancel();
        // If the lane is the same, for example after a change of the threshold, the note stays.
        if (m_listed.becomes(workspace().recording(), lane())) {
            m_events->startOver();
        } else {
            m_events->setRows({});
        }
        m_threshold->clear();
        const auto& lanes = workspace().recording()->description().lanes;
        m_isFull = static_cast<std::size_t>(lane()) < lanes.size() &&
                   lanes[static_cast<std::size_t>(lane())].policyId == "full";
        std::vector<std::int32_t> others = figures::nllLanesBeside(*workspace().recording(), lane());
        m_others->setVisible(!others.empty());
        m_beside = m_others->isChecked() && !others.empty();
        if (!m_beside) {
            others.clear();
        }
        auto panels = figures::nllPanels(*workspace().recording(), lane(), others, means());
        for (std::size_t i = 0; i < m_panels.size(); ++i) {
            m_panels[i].follow(workspace().recording(), std::move(panels[i]));
        }
        m_prompt = workspace().recording()->description().promptTokens;
        m_plot->setBoundary(promptEdge(trace), tr("prompt | decode"));
        divide();
    }

    void append(const Trace& trace, std::int64_t from, std::int64_t to) override {
        for (std::int64_t i = from; i < to; ++i) {
            const StepRecord& step = trace.step(i);
            if (i >= m_prompt) {  // the rule of every summary of a run (core/trace/recording.h)
                m_mean.add(ifFinite(step.nll));
                m_meanFull.add(ifFinite(step.nllFull));
            }
            m_prunes += step.evictedNow > 0 ? 1 : 0;
        }
        analyse(trace);
    }

    void show(const Trace& trace, Dirty) override {
        for (LivePanel& panel : m_panels) {
            panel.extend();
            panel.recolour();
        }
        m_threshold->setColor(lineColor({FigureRole::Threshold}, m_plot->foreground()));
        fitPanels();
        const bool difference = m_panels[1].hasValues() || trace.steps() < 2;
        if (m_plot->panel(1)->visible() != difference) {
            showDifference(difference);
        }
        m_whole->setVisible(!workspace().decodeAlone().all());
        m_whole->setText(selection().range().all() ? tr("Decode only") : tr("Whole run"));
        sayLegend();
        showNone(trace);
        showParts();
    }

    QString status(const Trace& trace) const override {
        QString text = tr("perplexity %1").arg(perplexity(m_mean));
        if (!m_isFull && m_meanFull.count() > 0 && m_meanFull.count() == m_mean.count()) {
            text += tr(" (full %1)").arg(perplexity(m_meanFull));
        } else if (const RunDescription& run = workspace().recording()->description();
                   !m_isFull && run.mode == "generate" && run.lanes.front().policyId == "full") {
            text += tr(" (full writes its own text)");
        }
        text += m_prunes == 0   ? isOver() || m_isFull ? tr(" · no prune event") : tr(" · no prune event yet")
                  : m_prunes == 1 ? tr(" · 1 prune")
                                : tr(" · %1 prunes").arg(m_prunes);
        const std::int64_t step = shownSelection().step();
        return text + (step >= 0 ? QStringLiteral(" · ") + describe(trace, step) : QString()) + between(trace);
    }

    QString describe(const Trace& trace, std::int64_t at) const override {
        const StepRecord& step = trace.step(at);
        QString text = tr("step %1: NLL %2").arg(at).arg(nats(step.nll));
        if (!m_isFull && std::isfinite(step.nllFull)) {
            text += tr(", Δ %1").arg(nats(step.nll - step.nllFull, true));
        }
        if (std::isfinite(step.kl)) {
            text += tr(", KL %1 nats").arg(QLocale::c().toString(step.kl, 'g', 2));
        }
        if (step.evictedNow > 0) {
            text += tr(", %1 evicted over layers and heads").arg(step.evictedNow);
        }
        if (const auto threshold = m_events->analysis().thresholdAt(at)) {
            text += tr(", threshold %1").arg(nats(*threshold));
        }
        return text;
    }

    void addOwnCommands(QMenu& menu) override {
        addCommands(menu, {"takeApart"});
        menu.addSeparator();
    }

    FigureOf figureOf() const override {
        figures::NllFigure what;
        what.lanes = m_beside;
        what.difference = means();
        what.thresholdScales = m_events->thresholdScales();
        return [what](const Recording& recording, int ofLane) { return figures::nll(recording, ofLane, what); };
    }
    TableOf tableOf() const override {
        return [scales = m_events->thresholdScales()](const Recording& recording, int ofLane, const std::string& hash) {
            return tables::pruneEvents(recording, ofLane, hash, scales);
        };
    }

    QString formula() const override {
        return tr("<b>NLL</b> of token y under logits z: logsumexp(z) − z<sub>y</sub>, nats; the first token of a text "
                  "is not scored.<br><b>ΔNLL</b> = NLL − NLL of the full-cache lane, same token, same text."
                  "<br><b>Perplexity</b> = exp(mean NLL) of the tokens behind the prompt so far."
                  "<br><b>Prune event</b>: a step that evicted. Peak: highest value of the 33 tokens after it above "
                  "the median of the 32 before; duration: until three in a row are below the threshold (dashed): "
                  "median + %1·max(1.4826·MAD, 0.05) of those 32.")
            .arg(m_events->thresholdScales());
    }

    QString emptySentence() const override {
        return tr(
            "The NLL of each token appears here, beside that of the full cache, with a tick where tokens were "
            "evicted.");
    }

 private:
    void takeApart(std::int64_t step) { workspace().refuseIfFailed(workspace().forks().takeApart(step)); }

    /// Shows what the parts of a prune event cost, if lanes of the run take one apart.
    void showParts() {
        const auto parts = spikeParts(*workspace().recording());
        m_parts->setVisible(parts.has_value());
        if (!parts) {
            return;
        }
        const auto cell = [](const QString& text, const char* kind = "td") {
            return QStringLiteral("<%1 align='right' style='padding-right:12px'>%2</%1>")
                .arg(QLatin1String(kind), text.toHtmlEscaped());
        };
        QString heads, costs;
        const auto add = [&](const QString& head, double cost) {
            heads += cell(head, "th");
            costs += cell(nats(cost, true));
        };
        if (parts->hasPhases()) {
            add(tr("eviction alone"), parts->cost(Pruning::EvictOnly));
            add(tr("re-phasing alone"), parts->cost(Pruning::PhasesOnly));
            add(tr("interaction"), parts->interaction());
        }
        add(parts->hasPhases() ? tr("both") : tr("eviction"), parts->cost(Pruning::Once));
        const QString over =
            parts->end > parts->begin
                ? tr("Prune at step %1 taken apart, mean NLL of tokens %2–%3 above that without the prune:")
                      .arg(parts->step)
                      .arg(parts->begin)
                      .arg(parts->end - 1)
                : tr("Prune at step %1 is being taken apart.").arg(parts->step);
        m_parts->setText(over.toHtmlEscaped() +
                         QStringLiteral("<table><tr>%1</tr><tr>%2</tr></table>").arg(heads, costs) +
                         (parts->hasPhases() ? QString()
                                             : tr("Keys keep their positions in this run, so the whole spike is due to "
                                                  "the tokens that left: there is no re-phasing to tell apart.")
                                                   .toHtmlEscaped()));
    }

    /// Shows, in place of an empty table, why nothing was pruned and what to do about it.
    void showNone(const Trace& trace) {
        if (m_prunes > 0) {
            m_events->showTable();
            return;
        }
        float budget = kMissingF;
        for (int layer = 0; layer < trace.shape().layers; ++layer) {
            budget = std::fmax(budget, trace.layer(trace.steps() - 1, layer).budget);
        }
        const std::int64_t read = trace.steps();
        const bool over = isOver();
        if (workspace().namesHidden()) {
            m_events->showNone(
                (over ? tr("No prune event in %1 tokens.") : tr("No prune event yet, in %1 tokens.")).arg(read), {});
        } else if (m_isFull) {
            const bool others = workspace().recording()->lanes() > 1;
            m_events->showNone(tr("The full cache evicts nothing, so it has no prune events."),
                               others ? tr("Show the next lane") : tr("Choose a policy"));
        } else if (evictsNothing(trace)) {
            m_events->showNone(tr("This policy evicts nothing at any budget: it holds all tokens, and reads fewer of "
                                  "them or keeps them in fewer bits."),
                               {});
        } else {
            const QString most = QString::number(static_cast<double>(budget), 'g', 9);
            m_events->showNone(std::isfinite(budget)
                                   ? (over ? tr("No prune event: the budget is %1, the text has %2 tokens.")
                                           : tr("No prune event yet: the budget is %1, the text has %2 tokens so far."))
                                         .arg(most)
                                         .arg(read)
                                   : (over ? tr("No prune event: none of %1 tokens was evicted.")
                                           : tr("No prune event yet: none of %1 tokens was evicted."))
                                         .arg(read),
                               canBeChosen() ? tr("Lower the budget") : QString());
        }
    }

    /// True: the form can edit the policy, so its budget can be lowered. A bundle's policy may be of a plugin that is
    /// not installed.
    bool canBeChosen() const {
        std::string id = workspace().recording()->description().lanes[static_cast<std::size_t>(lane())].policyId;
        id.erase(0, id.rfind('>') + 1);  // the last of a chain
        id.resize(std::min(id.size(), id.find('@')));
        return workspace().plugins().catalog().find(PluginKind::Policy, id).has_value();
    }

    bool isOver() const { return workspace().recording()->state() != RunState::Running; }

    /// True: the lane has a reader, or the full cache with a codec, which evict nothing.
    bool evictsNothing(const Trace& trace) const {
        const std::string& id = workspace().recording()->description().lanes[static_cast<std::size_t>(lane())].policyId;
        return trace.step(trace.steps() - 1).bytesRead >= 0 || id.starts_with("full@") ||
               workspace().plugins().catalog().find(PluginKind::Codec, id).has_value();
    }

    /// Selects the next lane, or opens the dock where a policy and its budget are chosen.
    void seekPrunes() {
        if (m_isFull && workspace().recording() != nullptr && workspace().recording()->lanes() > 1) {
            selection().setLane(lane() + 1 < workspace().recording()->lanes() ? lane() + 1 : 0);
            return;
        }
        for (QAction* action : parentWidget()->actions()) {
            if (action->objectName() == QLatin1String("dock1")) {
                action->trigger();
            }
        }
    }

    /// Analyses the events off the GUI thread, only if one is new or one of the last is still being judged.
    void analyse(const Trace& trace) {
        if (m_prunes != m_analysedPrunes) {
            m_analysedPrunes = m_prunes;
            m_lastNew = trace.steps();
            m_settled = false;
        }
        if (m_settled || m_prunes == 0) {
            return;
        }
        constexpr std::int64_t kWindow = 40;  // no later token belongs to the window of the last event
        m_settled = trace.steps() > m_lastNew + kWindow;
        m_job.request(
            [this, recording = workspace().recording(), ofLane = lane(),
             scales = m_events->thresholdScales()](const LatestJob::Stale& stale) {
                auto analysis = std::make_shared<PruneAnalysis>(analysePrunes(*recording, ofLane, stale, scales));
                return LatestJob::Report([this, analysis, recording, ofLane] {
                    if (workspace().recording() != recording || lane() != ofLane ||
                        shownSelection().trace() == nullptr) {
                        return;
                    }
                    m_threshold->clear();
                    if (!analysis->difference || means() == figures::StepMean::Each) {  // a mean is not judged
                        m_threshold->show(*analysis);
                    }
                    m_events->setRows(std::move(*analysis));
                    fitPanels();
                    sayLegend();
                    m_plot->redraw();
                    if (const Trace* shown = shownSelection().trace();
                        shown != nullptr && selection().hover().step < 0) {
                        setReadout(status(*shown));
                    }
                });
            },
            false);
    }

    [[nodiscard]] figures::StepMean means() const { return m_difference->shown<figures::StepMean>(); }

    /// Gives the difference most of the height, unless it is of each token or there is none.
    void divide() {
        const bool shown = m_plot->panel(1)->visible();
        m_plot->setStretch(0, means() == figures::StepMean::Each || !shown ? 3 : 2);
        m_plot->setStretch(1, !shown ? 0.001 : means() == figures::StepMean::Each ? 2 : 4);
    }

    /// Fits the y axes to the curves drawn on them.
    void fitPanels() {
        for (std::size_t i = 0; i < m_panels.size(); ++i) {
            m_panels[i].fit(wholeRange(), {&m_threshold->series(static_cast<int>(i)), 1});
        }
    }

    void sayLegend() {
        QString legend = legendOf(m_panels[0]);
        if (!m_threshold->empty()) {
            legend += legendEntry(m_threshold->series(0).graph()->pen().color(), tr("threshold (dashed)"));
        }
        setLegend(legend);
    }

    void showDifference(bool shown) {
        m_plot->panel(1)->setVisible(shown);
        divide();
        m_plot->x(0)->setTickLabels(!shown);
        m_plot->x(0)->setLabel(shown ? QString() : axisWords(m_panels[0].description().x));
        // A hidden panel keeps no room for its axis either.
        m_plot->panel(1)->setAutoMargins(shown ? QCP::msAll : QCP::msNone);
        m_plot->panel(1)->setMargins({});
        m_plot->panel(1)->setMaximumSize(QSize(QWIDGETSIZE_MAX, shown ? QWIDGETSIZE_MAX : 1));
        m_plot->panel(1)->setMinimumMargins(shown ? m_plot->panel(0)->minimumMargins() : QMargins());
    }

    /// Describes the steps from cursor A to cursor B.
    QString between(const Trace& trace) const {
        const auto a = selection().cursorA(), b = selection().cursorB();
        if (!a || !b || std::min(*a, *b) < 0 || std::max(*a, *b) >= trace.steps()) {
            return {};
        }
        const auto [first, last] = std::minmax(*a, *b);
        metrics::RunningMean mean, lost;
        double least = qInf(), most = -qInf();
        for (std::int64_t at = first; at <= last; ++at) {
            const StepRecord& step = trace.step(at);
            if (std::isfinite(step.nll)) {
                mean.add(step.nll);
                least = std::min(least, step.nll);
                most = std::max(most, step.nll);
            }
            if (!m_isFull && std::isfinite(step.nll - step.nllFull)) {
                lost.add(step.nll - step.nllFull);
            }
        }
        if (mean.count() == 0) {
            return {};
        }
        const StepRecord &from = trace.step(*a), &to = trace.step(*b);
        const std::int64_t steps = last - first + 1;
        const QString nll = tr(" · A to B (%1): NLL B − A %2, mean %3, least %4, most %5")
                                .arg(steps == 1 ? tr("1 step") : tr("%1 steps").arg(steps))
                                .arg(nats(to.nll - from.nll, true), nats(*mean.value()), nats(least), nats(most));
        return lost.count() == 0 ? nll
                                 : nll + tr("; ΔNLL B − A %1, mean %2")
                                             .arg(nats(to.nll - to.nllFull - (from.nll - from.nllFull), true),
                                                  nats(*lost.value(), true));
    }

    static QString perplexity(const metrics::RunningMean& mean) {
        return numberText(metrics::perplexity(mean).value_or(kMissing), 'f', 2);
    }

    Plot* m_plot;
    std::vector<LivePanel> m_panels;  ///< NLL, and its difference to the full cache
    QCheckBox* m_others;
    ViewChoice* m_difference;
    QPushButton* m_whole;
    bool m_beside = false;  ///< curves of other lanes are drawn
    std::optional<ThresholdLine> m_threshold;
    PruneEvents* m_events;
    QLabel* m_parts;
    ShownLane m_listed;  ///< lane whose events are listed
    metrics::RunningMean m_mean, m_meanFull;
    int m_prunes = 0, m_analysedPrunes = 0;
    std::int64_t m_lastNew = 0, m_prompt = 0;
    bool m_isFull = false, m_settled = true;
    LatestJob m_job;
};

}  // namespace

DockEntry nllDock() {
    return {"nll", QT_TRANSLATE_NOOP("QObject", "NLL seismograph"), Place::Middle, 3, makeDock<NllDock>};
}

}  // namespace kvw::wb
