// SPDX-License-Identifier: GPL-3.0-or-later
/// The seismograph: NLL per step beside the full-cache lane, their difference, a tick per prune event, and a table of
/// what each event did.
#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <array>
#include <cmath>
#include <numeric>

#include "app/workbench/docks/plot_dock.h"
#include "app/workbench/docks/prune_table.h"
#include "app/workbench/docks/type_scale.h"
#include "app/workbench/models/difference_text.h"
#include "app/workbench/models/lane_title.h"
#include "app/workbench/models/theme.h"
#include "app/workbench/plots/colors.h"
#include "app/workbench/plots/latest_job.h"
#include "app/workbench/plots/series.h"
#include "core/bundle/figures.h"
#include "core/metrics/quality.h"

namespace kvw::wb {

namespace {

constexpr const char* kNllTitle = QT_TRANSLATE_NOOP("QObject", "NLL seismograph");

const QColor kPrune(0xd5, 0x5e, 0x00);

QString nats(double value, bool sign = false) {
    if (!std::isfinite(value)) {
        return QStringLiteral("–");
    }
    return QObject::tr("%1 nats").arg(sign ? differenceText(value) : QLocale::c().toString(value, 'f', 2));
}

class NllDock : public PlotDock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::NllDock)

 public:
    NllDock(Workspace& workspace, QWidget* parent)
        : PlotDock(QStringLiteral("nll"), QObject::tr(kNllTitle), workspace, parent),
          m_plot(new Plot(this)),
          m_table(new PruneTable(this)),
          m_sorted(new QSortFilterProxyModel(this)),
          m_view(new QTableView(this)),
          m_why(new QLabel(this)),
          m_none(new QLabel(this)),
          m_lower(new QPushButton(this)),
          m_job(this) {
        reportInTurn(m_job);
        m_plot->setAccessibleName(tr("NLL per step"));
        m_plot->setXTitle(tr("step (tokens)"));
        m_plot->addPanel(tr("NLL (nats)"), 3);
        m_plot->addPanel(tr("ΔNLL (nats)"), 2);
        m_full = Series(*m_plot, 0, Qt::gray);
        m_nll = Series(*m_plot, 0, Qt::blue);
        m_delta = Series(*m_plot, 1, Qt::blue);
        m_ticks = {Series::ticks(*m_plot, 0, kPrune), Series::ticks(*m_plot, 1, kPrune)};
        link(m_plot, true);
        makeTable();
        auto* split = new QSplitter(Qt::Horizontal, this);
        split->addWidget(m_plot);
        auto* events = new QWidget(split);
        auto* column = new QVBoxLayout(events);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(2);
        column->addWidget(m_view, 1);
        column->addWidget(m_why);
        m_none->setObjectName(QStringLiteral("noPrunes"));
        m_none->setWordWrap(true);
        m_none->setAlignment(Qt::AlignCenter);
        m_none->setMargin(8);
        m_empty = new QWidget(events);
        auto* why = new QVBoxLayout(m_empty);
        why->addStretch();
        why->addWidget(m_none);
        why->addWidget(m_lower, 0, Qt::AlignHCenter);
        why->addStretch();
        column->addWidget(m_empty, 1);
        connect(m_lower, &QPushButton::clicked, this, &NllDock::seekPrunes);
        split->addWidget(events);
        split->setStretchFactor(0, 4);
        split->setStretchFactor(1, 3);
        split->setSizes({560, 440});
        body()->addWidget(split, 1);
    }

 protected:
    bool dependsOn(int, int, int) const override { return false; }

    void rebuild(const Trace& trace) override {
        m_mean = {};
        m_meanFull = {};
        m_prunes = 0;
        m_analysedPrunes = 0;
        m_settled = true;
        m_job.cancel();
        m_table->setRows({});
        explain();
        const auto& lanes = workspace().recording()->description().lanes;
        m_isFull = static_cast<std::size_t>(lane()) < lanes.size() &&
                   lanes[static_cast<std::size_t>(lane())].policyId == "full";
        const auto of = [&](auto value) { return stepValue(workspace().recording(), trace, value); };
        m_nll.follow(of([](const StepRecord& step) { return step.nll; }));
        m_full.follow(of([](const StepRecord& step) { return step.nllFull; }));
        m_delta.follow(of([](const StepRecord& step) { return step.nll - step.nllFull; }));
        for (Series& ticks : m_ticks) {
            ticks.follow(of([](const StepRecord& step) { return step.evictedNow > 0 ? 1.0 : kMissing; }));
        }
        const std::int64_t prompt = workspace().recording()->description().promptTokens;
        m_prompt = prompt;
        m_plot->setBoundary(
            prompt > 0 && prompt < axisEnd(trace) ? std::optional(static_cast<double>(prompt) - 0.5) : std::nullopt,
            tr("prompt | decode"));
    }

    void append(const Trace& trace, std::int64_t from, std::int64_t to) override {
        for (std::int64_t i = from; i < to; ++i) {
            const StepRecord& step = trace.step(i);
            const auto defined = [](double value) {
                return std::isfinite(value) ? std::optional(value) : std::nullopt;
            };
            if (i >= m_prompt) {  // as every summary of a run counts (core/trace/recording.h)
                m_mean.add(defined(step.nll));
                m_meanFull.add(defined(step.nllFull));
            }
            m_prunes += step.evictedNow > 0 ? 1 : 0;
        }
        m_nll.extendTo(to);
        m_full.extendTo(m_isFull ? 0 : to);
        m_delta.extendTo(m_isFull ? 0 : to);
        for (Series& ticks : m_ticks) {
            ticks.extendTo(to);
        }
        analyse(trace);
    }

    void show(const Trace& trace, Dirty) override {
        const auto& description = workspace().recording()->description();
        const QColor color = laneColor(description, lane(), palette());
        const QColor grey = mixed(palette().color(QPalette::Base), m_plot->foreground(), 0.45);
        m_nll.setColor(color);
        m_delta.setColor(color);
        m_full.setColor(grey);
        const Series nll[] = {m_nll, m_full};
        fitY(*m_plot, 0, nll, wholeRange(), true);
        fitY(*m_plot, 1, {&m_delta, 1}, wholeRange(), true);
        const bool pair = !m_full.extent().empty();
        if (m_plot->panel(1)->visible() != (pair || trace.steps() < 2)) {
            showDifference(pair || trace.steps() < 2);
        }
        QString legend = legendEntry(color, laneName());
        legend += pair ? legendEntry(grey, tr("full cache")) : QString();
        legend += m_prunes > 0 ? legendEntry(kPrune, tr("prune event")) : QString();
        setLegend(legend);
        showNone(trace);
    }

    QString status(const Trace& trace) const override {
        QString text = tr("perplexity %1").arg(perplexity(m_mean));
        if (!m_isFull && m_meanFull.count() > 0 && m_meanFull.count() == m_mean.count()) {
            text += tr(" (full %1)").arg(perplexity(m_meanFull));
        } else if (const RunDescription& run = workspace().recording()->description();
                   !m_isFull && run.mode == "generate" && run.lanes.front().policyId == "full") {
            text += tr(" (full writes a text of its own)");
        }
        text += m_prunes == 0   ? isOver() || m_isFull ? tr(" · no prune event") : tr(" · no prune event yet")
                  : m_prunes == 1 ? tr(" · 1 prune")
                                : tr(" · %1 prunes").arg(m_prunes);
        const std::int64_t step = sight().step();
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
            text += tr(", %1 evicted").arg(step.evictedNow);
        }
        return text;
    }

    FigureOf figureOf() const override { return &figures::nll; }
    TableOf tableOf() const override { return &tables::pruneEvents; }

    QString formula() const override {
        return tr(
            "<b>NLL</b> of token y under logits z: logsumexp(z) − z<sub>y</sub>, nats; the first token of a text is "
            "not scored.<br><b>ΔNLL</b> = NLL − NLL of the full-cache lane, same token, same text."
            "<br><b>Perplexity</b> = exp(mean NLL) of the tokens behind the prompt so far."
            "<br><b>Prune event</b>: a step that evicted. Peak: highest value of the 33 tokens after it above the "
            "median of the 32 before; duration: until three in a row are below median + 2·max(1.4826·MAD, 0.05).");
    }

    QString emptySentence() const override {
        return tr(
            "The surprise of the model at each token appears here, beside that of the full cache, with a tick "
            "wherever tokens were evicted.");
    }

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == m_view->viewport() && event->type() == QEvent::Resize) {
            fitColumns();
        }
        return PlotDock::eventFilter(watched, event);
    }

 private:
    void makeTable() {
        m_sorted->setSourceModel(m_table);
        m_sorted->setSortRole(Qt::UserRole);
        m_view->setModel(m_sorted);
        m_view->setAccessibleName(tr("Prune events"));
        m_view->setObjectName(QStringLiteral("viewPrunes"));
        m_view->setSortingEnabled(true);
        m_view->sortByColumn(PruneTable::Step, Qt::AscendingOrder);
        m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
        m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_view->setShowGrid(false);
        m_view->setAlternatingRowColors(true);
        m_view->verticalHeader()->hide();
        m_view->horizontalHeader()->setHighlightSections(false);
        m_view->horizontalHeader()->setStretchLastSection(true);
        m_view->horizontalHeader()->setTextElideMode(Qt::ElideRight);
        m_view->horizontalHeader()->setMinimumSectionSize(20);
        m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
        fitToType(*m_view, [this] {
            m_view->verticalHeader()->setDefaultSectionSize(m_view->fontMetrics().height() + 6);
            fitColumns();
        });
        m_view->viewport()->installEventFilter(this);
        m_why->setWordWrap(true);
        m_why->setObjectName(QStringLiteral("pruneNote"));
        m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
        scaleType(*m_why, 0.9);
        connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { explain(); });
        // To the event; and, twice clicked or with Return, to the worst of what came of it.
        const auto jump = [this](const QModelIndex& index, bool peak) {
            if (index.isValid()) {
                const PruneRow& row = m_table->row(m_sorted->mapToSource(index).row());
                selection().setStep(peak && row.group.spike ? row.group.spike->peakToken : row.group.first);
            }
        };
        connect(m_view, &QTableView::clicked, this, [jump](const QModelIndex& index) { jump(index, false); });
        connect(m_view, &QTableView::activated, this, [jump](const QModelIndex& index) { jump(index, true); });
    }

    /// In place of an empty table: why nothing was pruned, and what to do about it.
    void showNone(const Trace& trace) {
        const bool none = m_prunes == 0;
        m_view->setVisible(!none);
        m_empty->setVisible(none);
        m_lower->setVisible(none && !workspace().namesHidden());
        if (!none) {
            return;
        }
        float budget = kMissingF;
        for (int layer = 0; layer < trace.shape().layers; ++layer) {
            budget = std::fmax(budget, trace.layer(trace.steps() - 1, layer).budget);
        }
        const std::int64_t read = trace.steps();
        const bool over = isOver();
        if (workspace().namesHidden()) {
            m_none->setText(
                (over ? tr("No prune event in %1 tokens.") : tr("No prune event yet, in %1 tokens.")).arg(read));
        } else if (m_isFull) {
            const bool others = workspace().recording()->lanes() > 1;
            m_none->setText(tr("The full cache forgets nothing: there is no prune event to come."));
            m_lower->setText(others ? tr("Show the next lane") : tr("Choose a policy"));
        } else if (evictsNothing(trace)) {
            m_none->setText(
                tr("This policy evicts nothing at any budget: it holds all tokens, and reads fewer of them "
                   "or keeps them in fewer bits."));
            m_lower->hide();
        } else {
            const QString most = QString::number(static_cast<double>(budget), 'g', 9);
            m_none->setText(std::isfinite(budget)
                                ? (over ? tr("No prune event: the budget is %1, the text has %2 tokens.")
                                        : tr("No prune event yet: the budget is %1, the text has %2 tokens so far."))
                                      .arg(most)
                                      .arg(read)
                                : (over ? tr("No prune event: the policy let none of %1 tokens go.")
                                        : tr("No prune event yet: the policy has let none of %1 tokens go."))
                                      .arg(read));
            m_lower->setText(tr("Lower the budget"));
            m_lower->setVisible(canBeChosen());
        }
    }

    /// It has a form, in which there is a budget; a bundle may be of a plugin that is not installed.
    bool canBeChosen() const {
        std::string id = workspace().recording()->description().lanes[static_cast<std::size_t>(lane())].policyId;
        id.erase(0, id.rfind('>') + 1);  // the last of a chain
        id.resize(std::min(id.size(), id.find('@')));
        return workspace().plugins().catalog().find(PluginKind::Policy, id).has_value();
    }

    bool isOver() const { return workspace().recording()->state() != RunState::Running; }

    /// A reader, or full with a codec.
    bool evictsNothing(const Trace& trace) const {
        const std::string& id = workspace().recording()->description().lanes[static_cast<std::size_t>(lane())].policyId;
        return trace.step(trace.steps() - 1).bytesRead >= 0 || id.starts_with("full@") ||
               workspace().plugins().catalog().find(PluginKind::Codec, id).has_value();
    }

    /// The next lane, or where a policy and its budget are chosen.
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

    void fitColumns() {
        const int room = m_view->viewport()->width();
        std::vector<int> widths;
        for (int column = 0; column < PruneTable::ColumnCount; ++column) {
            // A range of steps is the widest entry; the sign of the sorted column needs room beside the name.
            const QString widest = column == PruneTable::Step
                                       ? QStringLiteral("0000–0000")
                                       : m_table->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            widths.push_back(m_view->fontMetrics().horizontalAdvance(widest));
        }
        // Less beside the words where the last would be cut; where even that is too much it is scrolled to.
        constexpr int kBeside = 12, kLeastBeside = 6;
        const int spare = (room - std::accumulate(widths.begin(), widths.end(), 0)) / PruneTable::ColumnCount;
        const int beside = spare < kLeastBeside ? kBeside : std::min(spare, kBeside);
        for (int column = 0; column < PruneTable::ColumnCount; ++column) {
            m_view->setColumnWidth(column, widths[static_cast<std::size_t>(column)] + beside);
        }
    }

    /// Off the GUI thread, and only when an event is new or one of the last is still being judged.
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
            [this, recording = workspace().recording(), ofLane = lane()](const LatestJob::Stale& stale) {
                auto analysis = std::make_shared<PruneAnalysis>(analysePrunes(*recording, ofLane, stale));
                return LatestJob::Report([this, analysis] {
                    m_table->setRows(std::move(*analysis));
                    explain();
                });
            },
            false);
    }

    /// Of the chosen event, otherwise of the first that needs words.
    void explain() {
        QString text;
        if (const QModelIndex chosen = m_view->currentIndex(); chosen.isValid()) {
            text = m_table->explanation(m_sorted->mapToSource(chosen).row());
        } else {
            for (int row = 0; row < m_table->rowCount() && text.isEmpty(); ++row) {
                text = m_table->row(row).group.spike ? QString() : m_table->explanation(row);
            }
        }
        m_why->setText(text);
        m_why->setVisible(!text.isEmpty());
    }

    void showDifference(bool shown) {
        m_plot->panel(1)->setVisible(shown);
        m_plot->setStretch(1, shown ? 0.7 : 0.001);
        m_plot->x(0)->setTickLabels(!shown);
        m_plot->x(0)->setLabel(shown ? QString() : tr("step (tokens)"));
        m_plot->panel(1)->setMaximumSize(QSize(QWIDGETSIZE_MAX, shown ? QWIDGETSIZE_MAX : 1));
        m_plot->panel(1)->setMinimumMargins(shown ? m_plot->panel(0)->minimumMargins() : QMargins());
    }

    /// What lies from cursor A to cursor B.
    QString between(const Trace& trace) const {
        const auto a = selection().cursorA(), b = selection().cursorB();
        if (!a || !b || std::min(*a, *b) < 0 || std::max(*a, *b) >= trace.steps()) {
            return {};
        }
        const auto [first, last] = std::minmax(*a, *b);
        metrics::RunningMean mean;
        double least = qInf(), most = -qInf();
        for (std::int64_t at = first; at <= last; ++at) {
            if (const double nll = trace.step(at).nll; std::isfinite(nll)) {
                mean.add(nll);
                least = std::min(least, nll);
                most = std::max(most, nll);
            }
        }
        if (mean.count() == 0) {
            return {};
        }
        return tr(" · A to B (%1 steps): NLL B − A %2, mean %3, least %4, most %5")
            .arg(last - first + 1)
            .arg(nats(trace.step(*b).nll - trace.step(*a).nll, true), nats(*mean.value()), nats(least), nats(most));
    }

    QString laneName() const {
        return laneTitle(workspace().recording()->description(), lane(), workspace().namesHidden());
    }

    static QString perplexity(const metrics::RunningMean& mean) {
        const auto value = metrics::perplexity(mean);
        return value ? QLocale::c().toString(*value, 'f', 2) : QStringLiteral("–");
    }

    Plot* m_plot;
    Series m_nll, m_full, m_delta;
    std::array<Series, 2> m_ticks;
    PruneTable* m_table;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
    QLabel *m_why, *m_none;
    QPushButton* m_lower;        ///< what would make it prune
    QWidget* m_empty = nullptr;  ///< with both, in place of the table
    metrics::RunningMean m_mean, m_meanFull;
    int m_prunes = 0, m_analysedPrunes = 0;
    std::int64_t m_lastNew = 0, m_prompt = 0;
    bool m_isFull = false, m_settled = true;
    LatestJob m_job;
};

}  // namespace

DockEntry nllDock() {
    return {
        "nll",         kNllTitle,
        Place::Middle, 3,
        true,          [](Workspace& workspace, QWidget* parent) -> Dock* { return new NllDock(workspace, parent); }};
}

}  // namespace kvw::wb
