// SPDX-License-Identifier: GPL-3.0-or-later
/// The layer preference dock, as CAKE defines preferences: the plane of H and V with two adjustable temperatures, the
/// budgets that follow, and the cascade of tokens that layers held while the prompt was read.
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/theme.h"
#include "app/workbench/views/common/dock_view.h"
#include "app/workbench/views/common/number_text.h"
#include "app/workbench/views/common/plot_dock.h"
#include "app/workbench/views/common/rows_missing.h"
#include "app/workbench/views/common/shown_lane.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/decimal_box.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/preference/cascade_view.h"
#include "app/workbench/views/preference/preference_plane.h"
#include "core/figures/figures.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

namespace {

const QColor kBudget = colorOf(figures::kSky), kSelected = colorOf(figures::kBlue);

double rounded(double tau) {
    return std::round(tau * 100) / 100;
}

class PreferenceDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::PreferenceDock)

 public:
    PreferenceDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : PlotDock(entry, workspace, parent),
          m_view(new ViewChoice(this, "viewWhat", tr("View"),
                                {{tr("preference plane and budgets"), "preference layer-shape"},
                                 {tr("budget cascade of the prefill"), "cascade"}})),
          m_pages(new QStackedWidget(this)),
          m_planePage(new QWidget(this)),
          m_plane(new PreferencePlane(this)),
          m_bars(new Plot(this, tr("Budget per layer by preference"), tr("layer"))),
          m_cascade(new CascadeView(this)),
          m_missing(new RowsMissing(workspace, this)),
          m_job(this) {
        reportInTurn(m_job);
        setContentsLength(*m_view);
        connect(m_view, &QComboBox::activated, this, [this] { markDirty(DirtyFlag::Theme); });
        body()->addWidget(m_view);
        makeBars();
        auto* halves = splitOf(new Halves(m_planePage), {m_plane, m_bars});
        columnOf({{halves, 1}, makeControls()}, m_planePage, {0, 1});
        for (Plot* plot : {static_cast<Plot*>(m_plane), m_bars, m_cascade->map(), m_cascade->bars()}) {
            link(plot, false);
        }
        m_pages->addWidget(m_planePage);
        m_pages->addWidget(m_cascade);
        m_pages->addWidget(m_missing);
        body()->addWidget(m_pages, 1);
        m_plane->setProperty(kTurns, QStringList{QStringLiteral("viewTau1"), QStringLiteral("viewTau2")});
        connect(m_plane, &PreferencePlane::turned, this, [this](double tau1, double tau2) {
            m_plan.tau1 = rounded(tau1);  // rounded as in the boxes, the figure and the next run
            m_plan.tau2 = rounded(tau2);
            showPlan();
        });
        connect(m_cascade, &CascadeView::stageChanged, this, [this] {
            if (showsCascade()) {
                setReadout(m_cascade->describe(m_cascade->stage()));
            }
        });
    }

 protected:
    void rebuild(const Trace& trace) override {
        m_measured = {};
        m_asked = false;
        m_reason.clear();
        m_plane->setLayers({});
        const bool other = m_planned.becomes(workspace().recording(), lane());
        if (other) {
            m_plan = preferencePlan(laneInfo());
        }
        m_cascadePasses = trace.passMemories();
        m_cascade->setStages(prefillCascade(*workspace().recording(), lane()), !other);
        showPlan();
    }

    /// Only the cascade can be shown while the prompt is read; the plane needs the whole prompt.
    bool showPrompt(const Trace&) override {
        std::vector<PrefillStage> stages = prefillCascade(*workspace().recording(), lane());
        const bool other = m_prompted.becomes(workspace().recording(), lane());
        if (other || stages.size() != m_cascade->stages().size()) {
            m_cascade->setStages(std::move(stages), !other);
        }
        m_cascade->choose(shownSelection().layer());
        m_pages->setCurrentWidget(m_cascade);
        setLegend(legendEntry(kBudget, tr("held")) + legendEntry(kSelected, tr("selected layer")));
        setReadout(tr("reading the prompt: %1").arg(m_cascade->describe(m_cascade->stage())));
        return true;
    }

    void show(const Trace& trace, Dirty what) override {
        m_plane->choose(shownSelection().layer());
        if (what & DirtyFlag::Theme) {
            m_plane->recolour();
        }
        m_cascade->choose(shownSelection().layer());
        if (showsCascade()) {
            showCascade(trace);
        } else {
            showPlane(trace);
        }
    }

    QString status(const Trace&) const override {
        return showsCascade() ? m_cascade->describe(m_cascade->stage()) : describeLayer(shownSelection().layer());
    }
    QString describe(const Trace& trace, std::int64_t) const override { return status(trace); }

    void onPick(Plot* plot, int, double x, double y) override {
        const int layers = shownSelection().trace() == nullptr ? 0 : shownSelection().trace()->shape().layers;
        const int layer = layerAt(plot, x, y);
        if (layer >= 0 && layer < layers) {
            selection().setLayer(layer);
        }
    }

    void onHover(Plot* plot, int, double x, double y) override {
        hoverLayer(layerAt(plot, x, y));
        if (plot == m_cascade->map()) {
            setReadout(m_cascade->describe(static_cast<int>(std::lround(x)) - 1, static_cast<int>(std::lround(y))));
        } else if (plot == m_cascade->bars()) {
            setReadout(m_cascade->describe(m_cascade->stage(), static_cast<int>(std::lround(x))));
        } else {
            setReadout(describeLayer(layerAt(plot, x, y)));
        }
    }

    FigureOf figureOf() const override {
        if (showsCascade()) {
            return &figures::cascade;
        }
        return [plan = m_plan](const Recording& recording, int ofLane) {
            return figures::preference(recording, ofLane, plan);
        };
    }

    QString formula() const override {
        return tr(
            "<b>H</b> = −Σ A ln(A + 1e-10) over query heads, the last w prompt rows and the columns before them; "
            "<b>V</b> = Σ over heads and columns of the unbiased variance over those rows. <b>Preference</b> "
            "P = H<sup>1/τ1</sup> · V<sup>1/τ2</sup> (CAKE): a layer's share of the tokens is P / ΣP, made whole by "
            "the integer step of the published code. On the dashed line P is the same; layers above it get more than "
            "those below.<br><b>Cascade</b>: what each layer held after each layer of the prompt was done, from the "
            "recorded evictions and bytes.");
    }

    QString emptySentence() const override {
        return tr("The spread and shift of attention per layer, and the budgets that follow, appear here.");
    }

 private:
    bool showsCascade() const { return m_view->currentIndex() == 1; }
    int layerAt(const Plot* plot, double x, double y) const {
        return plot == m_plane ? m_plane->layerAt(x, y)
                               : static_cast<int>(std::lround(plot == m_cascade->map() ? y : x));
    }

    const LaneInfo& laneInfo() const { return workspace().recording()->description().lane(lane()); }

    void makeBars() {
        m_bars->addPanel(tr("budget (tokens)"));
        m_bars->setLayerAxis(Qt::Horizontal);
        m_bars->setInteractions(QCP::Interactions());
        m_budget = m_bars->addBars(0, kBudget, 0.64);
        m_chosen = m_bars->addBars(0, kSelected, 0.64);
        m_recorded = m_bars->addBars(0, Qt::NoBrush, 0.84);
    }

    /// Makes the controls in two rows, narrow enough for the window at 1024 pixels beside a story.
    QLayout* makeControls() {
        auto* row = new QHBoxLayout;
        const auto tau = [&](const QString& name, const QString& tip) {
            auto* box = new DecimalBox(this);
            box->setRange(PreferencePlane::kLeastTau, PreferencePlane::kMostTau);
            box->setDecimals(2);
            box->setSingleStep(0.1);
            box->setPrefix(name + QStringLiteral(" "));
            explained(box, name, tip);
            makeNarrow(*box);
            row->addWidget(box);
            return box;
        };
        m_tau1 = tau(QStringLiteral("τ1"), tr("Temperature of the entropy H: larger values level the layers"));
        m_tau2 = tau(QStringLiteral("τ2"), tr("Temperature of the variance V: larger values level the layers"));
        m_capacity = new QSpinBox(this);
        m_capacity->setRange(1, 1'000'000);
        m_capacity->setPrefix(QStringLiteral("C "));
        explained(m_capacity, tr("Capacity"), tr("Tokens held per layer on average"));
        new ViewOption(*m_tau1, "viewTau1", "tau1");
        new ViewOption(*m_tau2, "viewTau2", "tau2");
        new ViewOption(*m_capacity, "viewCapacity", "capacity");
        makeNarrow(*m_capacity);
        row->addWidget(m_capacity);
        auto* use = buttonIn(this, tr("Use in the next run"), "usePreference");
        auto* start =
            buttonIn(this, tr("Run with it"), "runPreference", tr("Starts the next run with these temperatures"));
        auto* rows = columnOf({row, rowOf({use, start, BoxPart::room()})});
        connect(start, &QPushButton::clicked, this, [this] { runWithIt(); });
        const auto changed = [this] {
            m_plan.tau1 = m_tau1->value();
            m_plan.tau2 = m_tau2->value();
            m_plan.capacity = m_capacity->value();
            showPlan();
        };
        connect(m_tau1, &QDoubleSpinBox::valueChanged, this, changed);
        connect(m_tau2, &QDoubleSpinBox::valueChanged, this, changed);
        connect(m_capacity, &QSpinBox::valueChanged, this, changed);
        connect(use, &QPushButton::clicked, this, &PreferenceDock::useInNextRun);
        return rows;
    }

    void showCascade(const Trace& trace) {
        if (trace.passMemories() != m_cascadePasses) {  // a prompt read in chunks adds stages chunk by chunk
            m_cascadePasses = trace.passMemories();
            m_cascade->setStages(prefillCascade(*workspace().recording(), lane()), true);
        }
        m_pages->setCurrentWidget(m_cascade);
        setLegend(m_cascade->stages().empty()
                      ? tr("The tokens held during the prefill are not recorded here (a codec, an older bundle, or the "
                           "prompt is still being read).")
                      : legendEntry(kBudget, tr("held")) + legendEntry(kSelected, tr("selected layer")));
    }

    void showPlane(const Trace& trace) {
        measure(trace);
        if (!m_reason.isEmpty()) {
            m_missing->say(m_reason, canMeasurePrompt(workspace()));
            setLegend({});
            m_pages->setCurrentWidget(m_missing);
            return;
        }
        m_pages->setCurrentWidget(m_planePage);
        m_recorded->setPen(QPen(m_bars->foreground(), 1));
        const bool own = hasPreference(laneInfo());
        setLegend(legendEntry(kBudget, tr("budget by preference")) + legendEntry(kSelected, tr("selected layer")) +
                  (own ? legendEntry(m_bars->foreground(), tr("recorded (outline)")) : QString()));
        showPlan();
    }

    /// Measures the layers once, after the prompt is read; off the GUI thread.
    void measure(const Trace& trace) {
        if (m_asked || trace.steps() < workspace().recording()->description().promptTokens) {
            return;
        }
        m_asked = true;
        m_job.request(
            [this, recording = workspace().recording(), of = lane(),
             window = m_plan.window](const LatestJob::Stale& stale) {
                const auto measured = layerPreferences(*recording, of, window, stale);
                return LatestJob::Report([this, recording, of, measured] {
                    if (recording != workspace().recording() || of != lane()) {
                        return;
                    }
                    m_measured = measured ? *measured : LayerPreferences();
                    if (!measured) {
                        m_reason = phraseText(phrase("%1.", measured.error().what));
                        m_reason[0] = m_reason[0].toUpper();
                    }
                    m_plane->setLayers(m_measured);
                    if (!showsCascade()) {
                        showPlane(recording->trace(of));
                    }
                });
            },
            true);
    }

    /// Shows the budgets of the current plan.
    void showPlan() {
        const QSignalBlocker blocked(m_capacity);
        m_tau1->follow(m_plan.tau1);
        m_tau2->follow(m_plan.tau2);
        m_capacity->setValue(static_cast<int>(std::min<std::int64_t>(m_plan.capacity, m_capacity->maximum())));
        m_plane->setTemperatures(m_plan.tau1, m_plan.tau2);
        m_budgets = preferenceBudgets(m_measured, m_plan);
        for (QCPBars* bars : {m_budget, m_chosen, m_recorded}) {
            bars->data()->clear();
        }
        const Trace* trace = shownSelection().trace();
        const bool own = trace != nullptr && hasPreference(laneInfo());
        const std::int64_t at = std::max<std::int64_t>(0, m_measured.prompt - 1);
        double most = 1;
        for (int layer = 0; layer < static_cast<int>(m_budgets.tokens.size()); ++layer) {
            const auto budget = static_cast<double>(m_budgets.tokens[static_cast<std::size_t>(layer)]);
            (layer == shownSelection().layer() ? m_chosen : m_budget)->addData(layer, budget);
            most = std::max(most, budget);
            if (own && at < trace->steps()) {
                if (const float recorded = trace->layer(at, layer).budget; std::isfinite(recorded)) {
                    m_recorded->addData(layer, static_cast<double>(recorded));
                    most = std::max(most, static_cast<double>(recorded));
                }
            }
        }
        m_bars->showBars(static_cast<int>(m_budgets.tokens.size()), most * 1.06);
        if (trace != nullptr && !showsCascade()) {
            setReadout(status(*trace));
        }
    }

    QString describeLayer(int layer) const {
        if (layer < 0 || layer >= static_cast<int>(m_budgets.tokens.size())) {
            return {};
        }
        const QString sum =
            m_budgets.guarded
                ? tr("the prompt of %1 tokens fits: nothing would be evicted").arg(m_measured.prompt)
                : tr("Σ budgets %1 of %2 tokens").arg(m_budgets.sum).arg(m_budgets.nominal) +
                      PreferencePlane::budgetCost(m_measured, m_budgets,
                                                  workspace().recording()->description().model.kvBytesPerToken);
        const LayerPreference& at = m_measured.layers[static_cast<std::size_t>(layer)];
        const std::vector<double> values = preferenceValues(m_measured, m_plan.tau1, m_plan.tau2);
        const double all = std::accumulate(values.begin(), values.end(), 0.0);
        return tr("layer %1: H\u00a0%2, V\u00a0%3, share %4\u00a0% → %5 tokens · %6")
            .arg(layer)
            .arg(numberText(at.entropy), numberText(at.variance),
                 all > 0 ? numberText(100 * values[static_cast<std::size_t>(layer)] / all) : QStringLiteral("–"))
            .arg(m_budgets.tokens[static_cast<std::size_t>(layer)])
            .arg(sum);
    }

    /// Returns the policy that the shown lane began with, including its window and accounting, if it has preference
    /// budgets; else `cake`.
    QString policyWithTemperatures() const {
        const auto recording = workspace().recording();
        const auto shown = static_cast<std::size_t>(std::max(0, lane()));
        if (recording == nullptr || shown >= recording->description().lanes.size() ||
            !hasPreference(recording->description().lanes[shown])) {
            return QStringLiteral("cake");
        }
        const std::string& text = recording->description().lanes[shown].policyText;
        const auto chain = parseChain(text);
        return QString::fromStdString(chain ? chain->policy : text);
    }

    /// Sets the temperatures in the form if its policy has them; else loads the policy of the shown run first.
    bool useInNextRun() {
        PolicyForm& form = workspace().draft().form();
        // In a composition, the budget has them.
        const auto named = [&form](const char* name) {
            ParameterModel* own = form.parameter(QString::fromLatin1(name));
            return own != nullptr ? own : form.parameter(QStringLiteral("budget.") + QLatin1String(name));
        };
        if (named("tau1") == nullptr || named("tau2") == nullptr) {
            if (const auto loaded = form.load(workspace().plugins().catalog(), policyWithTemperatures()); !loaded) {
                workspace().tellError(loaded.error());
                return false;
            }
        }
        for (const auto& [name, text] : {std::pair{"tau1", numberText(rounded(m_plan.tau1), 'g', 6)},
                                         {"tau2", numberText(rounded(m_plan.tau2), 'g', 6)},
                                         {"capacity", QString::number(m_plan.capacity)}}) {
            if (ParameterModel* parameter = named(name)) {
                parameter->type(text);
            }
        }
        Q_EMIT workspace().notice(tr("The next run is %1").arg(form.policyText()));
        return true;
    }

    void runWithIt() { workspace().refuseIfFailed(useInNextRun() ? workspace().startDraft() : Result<void>()); }

    ViewChoice* m_view;
    QStackedWidget* m_pages;
    QWidget* m_planePage;
    PreferencePlane* m_plane;
    Plot* m_bars;
    CascadeView* m_cascade;
    RowsMissing* m_missing;
    DecimalBox *m_tau1 = nullptr, *m_tau2 = nullptr;
    QSpinBox* m_capacity = nullptr;
    QCPBars *m_budget = nullptr, *m_chosen = nullptr, *m_recorded = nullptr;
    PreferencePlan m_plan;
    LayerPreferences m_measured;
    PreferenceBudgets m_budgets;
    QString m_reason;
    ShownLane m_planned, m_prompted;  ///< lane of the plan; lane whose prompt was shown while it was read
    bool m_asked = false;
    std::int64_t m_cascadePasses = 0;  ///< number of passes whose stages are shown
    LatestJob m_job;
};

}  // namespace

DockEntry preferenceDock() {
    return {"preference", QT_TRANSLATE_NOOP("QObject", "Preference"), Place::Right, 14, makeDock<PreferenceDock>};
}

}  // namespace kvw::wb
