// SPDX-License-Identifier: GPL-3.0-or-later
/// The hindsight dock: the share of the later attention that went to what the lane held, against the best set of the
/// same size; regret by layer and step, and the tokens that were missed most.
#include <QCoreApplication>
#include <QMenu>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/plot/series.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/session/token_states.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/rows_missing.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "core/analysis/attention/hindsight.h"
#include "core/figures/builders/figure_hindsight.h"
#include "core/trace/capture_changes.h"

namespace kvw::wb {

namespace {

constexpr int kLowHindsight = 260;  // height in pixels that two stacked plots need

using metrics::HindsightMass;

constexpr std::size_t kMostMissed = 6;

QString percent(std::optional<double> share) {
    return share && std::isfinite(*share)
               ? QStringLiteral("%1\u00a0%").arg(QLocale::c().toString(100 * *share, 'f', *share < 0.0995 ? 1 : 0))
               : QStringLiteral("–");
}

class HindsightDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::HindsightDock)

 public:
    HindsightDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_against(new ViewChoice(this, "viewAgainst", tr("What is compared"),
                                   {{tr("regret against any set of the same size"), ""},
                                    {tr("regret against sets with the same protected tokens"), "protected"}})),
          m_map(new Plot(this, tr("Regret by layer and step"), tr("step (tokens)"))),
          m_lines(new Plot(this, tr("Later attention kept, mean over layers"), tr("step (tokens)"))),
          m_missed(new TextLine(this, "missed")),
          m_job(this),
          m_missedJob(this) {
        reportInTurn(m_job);
        reportInTurn(m_missedJob);
        setContentsLength(*m_against);
        connect(m_against, &QComboBox::activated, this, [this] {
            paint();
            markDirty(DirtyFlag::Theme);
        });
        body()->addWidget(m_against);

        m_map->addPanel(tr("layer"));
        m_scale = m_map->addColorScale(tr("regret (share)"));
        m_cells = m_map->addLayerMap(0, m_scale);
        link(m_map, true);
        auto* split = new Halves(this, kLowHindsight);

        m_lines->addPanel(tr("kept, mean over layers"));
        for (Series& series : m_series) {
            series = Series(*m_lines, 0, Qt::gray);
        }
        link(m_lines, true);
        body()->addWidget(splitOf(split, {{m_map, 3}, {m_lines, 2}}, {300, 200}), 1);
        m_missed->setAccessibleName(tr("Tokens missed most"));
        body()->addWidget(m_missed);
        connect(m_map, &QCustomPlot::afterReplot, m_lines,
                [this, split] { m_lines->alignX(split->orientation() == Qt::Vertical ? m_map : nullptr); });
    }

 protected:
    void rebuild(const Trace& trace) override {
        m_judged.reset();
        m_job.cancel();
        m_missedJob.cancel();
        m_asked = {-1, -1};
        m_askedMissed = {};
        m_missed->setText({});
        m_map->y(0)->setRange(-0.5, std::max(1, trace.shape().layers) - 0.5);
        paint();
        const auto boundary = promptEdge(trace);
        m_map->setBoundary(boundary, {});
        m_lines->setBoundary(boundary, {});
    }

    void show(const Trace& trace, Dirty) override {
        const auto recording = workspace().recording();
        const bool full = recording->description().beginsWithFull();
        if (full && lane() == 0 && recording->lanes() > 1) {
            const bool other = workspace().client().lanes() > 1;
            showEmpty(tr("The lane with the full cache misses nothing. Choose another lane to judge it."),
                      other ? tr("Show the next lane") : QString(), [this] { selection().setLane(1); });
            return;
        }
        if (workspace().client().busy()) {
            showEmpty(tr("Hindsight needs later attention: it appears here when the run pauses or ends."),
                      tr("Pause the run"), [this] { workspace().client().pause(); });
            return;
        }
        if (onlySelectsReads(*recording, lane())) {
            showEmpty(
                tr("This policy holds every token and selects those that each step reads. Hindsight judges held "
                   "tokens, so its regret is 0 everywhere; the cache map shows the tokens that a step read."));
            return;
        }
        judge(trace);
        if (!m_reason.isEmpty()) {
            if (!full) {
                showEmpty(m_reason, tr("Compare the next run with the full cache"), [this] { recordBesideFull(); });
                return;
            }
            const bool rows =
                recording->hasTrace(0) && captureAt(*recording, 0, std::numeric_limits<std::int64_t>::max()) == "maps";
            showEmpty(m_reason, rows ? QString() : recordRowsLabel(workspace()), [this] {
                recordRows(workspace());
                workspace().draft().setCompareWithFull(true);
                markDirty(DirtyFlag::Status);
            });
            return;
        }
        sayLegend();
        for (std::size_t line = 0; line < m_series.size(); ++line) {
            m_series[line].setColor(color(static_cast<Line>(line)));
        }
        fitY(*m_lines, 0, m_series, wholeRange(), false);
        askMissed();
    }

    QString describe(const Trace& trace, std::int64_t step) const override {
        if (!m_judged || m_judged->steps.empty()) {
            return m_reason.isEmpty() ? tr("reading the rows of the full cache …") : QString();
        }
        if (step < m_judged->steps.front()) {
            return tr("step %1 is part of the prompt, which was held whole").arg(step);
        }
        const std::size_t index = indexOf(step);
        const int layer =
            std::clamp(m_hoverLayer < 0 ? shownSelection().layer() : m_hoverLayer, 0, trace.shape().layers - 1);
        const HindsightMass& mass = m_judged->at(layer, index);
        const auto held = mass.retained();
        const std::optional<double> regret = mass.regret();
        std::optional<double> best;
        if (held && regret) {
            best = *held + *regret;
        }
        return tr("step %1, layer %2: holds %3 of the later attention, the best set %4, regret %5 (protected alike: "
                  "%6)")
            .arg(m_judged->steps[index])
            .arg(layer)
            .arg(percent(held), percent(best), percent(mass.regret()), percent(mass.regretProtected()));
    }

    void onHover(Plot* plot, int panel, double x, double y) override {
        m_hoverLayer = plot == m_map ? static_cast<int>(std::lround(y)) : -1;
        PlotDock::onHover(plot, panel, x, y);
        m_hoverLayer = -1;
    }

    int layerUnder(const Plot* plot, double y) const override {
        const Trace* trace = shownSelection().trace();
        const auto layer = static_cast<int>(std::lround(y));
        return plot == m_map && trace != nullptr && layer >= 0 && layer < trace->shape().layers ? layer : -1;
    }

    /// Missed tokens that are selected can be looked into.
    void addOwnCommands(QMenu& menu) override {
        addCommands(menu, {"autopsy", "forget"});
        menu.addSeparator();
    }

    FigureOf figureOf() const override {
        return [what = figures::HindsightFigure{protectedAlike(), shownSteps()}](
                   const Recording& recording, int ofLane) { return figures::hindsight(recording, ofLane, what); };
    }

    QString formula() const override {
        return tr(
            "<b>Hindsight</b>: for the end of each step t and each token j ≤ t, f(j) = attention that the full cache's "
            "rows after t give to j (heads of the keep-set). <b>Held</b> = Σ f over what the lane held / Σ f over all "
            "j ≤ t. <b>Best</b> = the same for the tokens with the largest f, as many as were held, per keep-set. "
            "<b>Regret</b> = best − held. Each step is judged anew: the best set may hold what was evicted long ago. "
            "Of a long run only some steps are judged, evenly apart; what is said is of the nearest of them."
            "<br><b>Protected</b>: sinks and recent tokens that the policy always keeps are in the best set, too; of a "
            "policy that keeps nothing else there is then no regret."
            "<br>Towards the end few rows are left to judge by. No policy can know any of this.");
    }

    QString emptySentence() const override {
        return tr("The gap between the held tokens and the best choice in hindsight appears here.");
    }

 private:
    enum Line { Best, Protected, Held, LineCount };  ///< in the order of figures::hindsightSeries

    QString howOften() const {
        return m_judged && m_judged->every > 1 ? tr(" · one step in %1 is judged").arg(m_judged->every) : QString();
    }

    QColor color(Line line) const { return lineColor(m_looks[line], m_lines->foreground()); }

    void sayLegend() {
        setLegend(legendEntry(color(Held), tr("held, mean over layers")) +
                  legendEntry(color(Best), tr("best set of this size")) +
                  legendEntry(color(Protected), tr("best with the protected tokens")) +
                  tr("<i>known only in hindsight</i>") + howOften());
    }

    void recordBesideFull() {
        RunSpec spec = workspace().draft().base();
        spec.capture = Capture::Maps;
        spec.pooling = {};
        workspace().draft().setBase(std::move(spec));
        workspace().draft().setCompareWithFull(true);
        Q_EMIT workspace().notice(tr("The next run has a full cache beside it and records attention rows."));
    }

    bool protectedAlike() const { return m_against->currentIndex() == 1; }
    std::optional<double> regret(const HindsightMass& mass) const {
        return protectedAlike() ? mass.regretProtected() : mass.regret();
    }
    std::size_t indexOf(std::int64_t step) const {
        const std::int64_t index =
            (step - m_judged->steps.front() + m_judged->every / 2) / std::max<std::int64_t>(1, m_judged->every);
        return static_cast<std::size_t>(
            std::clamp<std::int64_t>(index, 0, static_cast<std::int64_t>(m_judged->steps.size()) - 1));
    }

    /// Computes the hindsight off the GUI thread, once per recording, lane and length.
    void judge(const Trace& trace) {
        const std::pair<std::int64_t, int> wanted{trace.steps(), lane()};
        if (wanted == m_asked) {
            return;
        }
        m_asked = wanted;
        m_reason = phraseText(whyNoHindsight(*workspace().recording(), lane()));
        if (!m_reason.isEmpty()) {
            m_reason[0] = m_reason[0].toUpper();
            m_reason += QLatin1Char('.');
            return;
        }
        m_job.request(
            [this, recording = workspace().recording(), wanted](const LatestJob::Stale& stale) {
                auto judged = hindsight(*recording, wanted.second, 512, stale);
                if (!judged) {
                    return LatestJob::Report();
                }
                auto result = std::make_shared<Hindsight>(std::move(*judged));
                return LatestJob::Report([this, recording, wanted, result] {
                    if (recording == workspace().recording() && wanted == m_asked) {
                        m_judged = result;
                        paint();
                        sayLegend();
                        m_askedMissed = {};  // rows that came since change the result of the step
                        askMissed();
                        setReadout(status(recording->trace(lane())));
                    }
                });
            },
            true);
    }

    void paint() {
        for (Series& series : m_series) {
            series.clear();
        }
        const std::size_t count = m_judged ? m_judged->steps.size() : 0;
        const int columns = count == 1 ? 2 : static_cast<int>(count);  // a single step also takes the place of the next
        double most = 0;
        Plot::fillMap(*m_cells, columns, m_judged ? m_judged->layers : 1,
                      count > 0 ? static_cast<double>(m_judged->steps.front()) : 0,
                      m_judged ? static_cast<double>(m_judged->every) : 1, [&](int column, int row) {
                          const std::size_t index = std::min(static_cast<std::size_t>(column), count - 1);
                          const auto value = regret(m_judged->at(row, index));
                          most = std::max(most, value.value_or(0));
                          return value.value_or(qQNaN());
                      });
        m_scale->setDataRange(QCPRange(0, most > 0 ? most : 1));
        if (const auto recording = workspace().recording()) {
            static const Hindsight kNothing;  // the series have a look before they have values
            const auto lines = figures::hindsightSeries(*recording, lane(), m_judged ? *m_judged : kNothing);
            for (std::size_t line = 0; line < lines.size(); ++line) {
                m_looks[line] = lines[line].look();
                for (std::size_t index = 0; index < count; ++index) {
                    m_series[line].append(lines[line].x[index], lines[line].y[index]);
                }
            }
        }
        fitY(*m_lines, 0, m_series, wholeRange(), false);
        m_map->redraw();
        m_lines->redraw();
    }

    /// Computes the missed tokens of the selected layer and step.
    void askMissed() {
        const std::int64_t step = shownSelection().step();
        if (!m_judged || m_judged->steps.empty() || step < 0) {
            return;
        }
        // Steps of the prompt are not judged, and nothing was evicted there.
        const bool judged = step >= m_judged->steps.front();
        const MissedKey key{judged ? m_judged->steps[indexOf(step)] : step, lane(), shownSelection().layer()};
        if (key == m_askedMissed) {
            return;
        }
        m_askedMissed = key;
        m_missedJob.request(
            [this, recording = workspace().recording(), key](const LatestJob::Stale& stale) {
                const std::vector<MissedToken> missed =
                    missedTokens(*recording, key.lane, key.layer, key.step, kMostMissed, stale);
                return LatestJob::Report([this, recording, key, missed] { showMissed(*recording, key, missed); });
            },
            true);
    }

    struct MissedKey {
        std::int64_t step = -1;
        int lane = -1, layer = -1;
        bool operator==(const MissedKey&) const = default;
    };

    void showMissed(const Recording& recording, const MissedKey& key, const std::vector<MissedToken>& missed) {
        QString text;
        for (const MissedToken& each : missed) {
            text += tr("%1 “%2” (%3, evicted at %4)")
                        .arg(each.token)
                        .arg(tokenShown(recording.trace(key.lane).tokenText(each.token)).toHtmlEscaped(),
                             percent(each.share))
                        .arg(each.evictedAt) +
                    QStringLiteral("; ");
        }
        text.chop(2);
        m_missed->setText(
            text.isEmpty()
                ? tr("<b>Missed</b> by layer %1 at step %2: nothing").arg(key.layer).arg(key.step)
                : tr("<b>Missed</b> most by layer %1 at step %2: %3").arg(key.layer).arg(key.step).arg(text));
    }

    ViewChoice* m_against;
    Plot *m_map, *m_lines;
    TextLine* m_missed;
    QCPColorScale* m_scale = nullptr;
    QCPColorMap* m_cells = nullptr;
    std::array<Series, LineCount> m_series;
    std::array<SeriesLook, LineCount> m_looks;
    std::shared_ptr<const Hindsight> m_judged;
    std::pair<std::int64_t, int> m_asked{-1, -1};  ///< steps and lane
    MissedKey m_askedMissed;
    QString m_reason;
    int m_hoverLayer = -1;
    LatestJob m_job, m_missedJob;
};

}  // namespace

DockEntry hindsightDock() {
    return {"hindsight", QT_TRANSLATE_NOOP("QObject", "Hindsight"), Place::Middle, 13, makeDock<HindsightDock>};
}

}  // namespace kvw::wb
