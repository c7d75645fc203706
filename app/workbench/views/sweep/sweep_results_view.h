// SPDX-License-Identifier: GPL-3.0-or-later
/// Results of a sweep: a map over its axes, the front, and a line per run; a point selected in one of them is selected
/// in all.
#pragma once

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/workbench/session/words/bytes_text.h"
#include "app/workbench/session/words/core_words.h"
#include "app/workbench/session/words/number_order.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/event_hook.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/common/widgets/type_scale.h"
#include "app/workbench/views/sweep/sweep_form.h"
#include "app/workbench/views/sweep/sweep_front_view.h"
#include "app/workbench/views/sweep/sweep_latex.h"
#include "app/workbench/views/sweep/sweep_map_view.h"
#include "app/workbench/views/sweep/sweep_model.h"
#include "core/eval/sweep_figures.h"
#include "core/eval/sweep_table.h"
#include "core/figures/figure.h"

namespace kvw::wb {

/// Thread: GUI thread. Reads the workspace's sweep.
class SweepResultsView : public QWidget {
    Q_OBJECT
 public:
    explicit SweepResultsView(Workspace& workspace, QWidget* parent = nullptr)
        : QWidget(parent),
          m_workspace(workspace),
          m_model(new SweepModel(workspace.sweeps(), this)),
          m_order(new NumberOrder(this)),
          m_number(new ViewChoice(this, "sweepNumber", tr("Number of the map"))),
          m_policy(new ViewChoice(this, "sweepPolicy", tr("Policy of the map"))),
          m_cost(new ViewChoice(this, "sweepCost", tr("Cost of the front"))),
          m_runs(new QToolButton(this)),
          m_legend(new TextLine(this, "sweepLegend", 2)),
          m_readout(new TextLine(this, "sweepReadout", 2)),
          m_map(new SweepMapView(this)),
          m_front(new SweepFrontView(this)),
          m_lastPlot(m_map) {
        auto* content = new QWidget(this);
        for (const SweepNumber each : SweepModel::kNumbers) {
            m_number->addItem(sweepTitle(each), static_cast<int>(each));
        }
        m_policy->setToolTip(tr("Whose runs the map shows, over the two parameters that vary"));
        m_policy->hide();
        for (QComboBox* box : {m_number, m_policy, m_cost}) {
            setContentsLength(*box);
            box->setMinimumWidth(kLeastMap);
            fitToType(*box, [](QComboBox& it) { it.setMaximumWidth(it.fontMetrics().averageCharWidth() * 26); });
        }
        m_cost->addItem(tr("bytes against ΔNLL"), static_cast<int>(SweepNumber::BytesLive));
        m_cost->addItem(tr("time against ΔNLL"), static_cast<int>(SweepNumber::TpotMs));
        m_runs->setText(tr("Runs"));
        m_runs->setToolTip(tr("A line per run beside the plots"));
        m_runs->setCheckable(true);
        m_runs->setChecked(true);
        auto* runs = new ViewOption(
            *m_runs, "sweepRuns", [this] { return m_runsWanted ? QJsonValue(*m_runsWanted) : QJsonValue(kByRoom); },
            [this](const QJsonValue& value) {
                if (value.isBool()) {
                    m_runs->setChecked(value.toBool());
                    m_runsWanted = value.toBool();
                } else if (value.isString()) {
                    m_runsWanted.reset();
                    fit();
                }
            });
        connect(m_runs, &QToolButton::clicked, runs, &ViewOption::used);
        auto* latex = new SweepLatexButton(
            m_workspace, [this] { return number(); }, this);
        latex->setMinimumWidth(kLeastMap);
        auto* bar = rowOf({{m_number, 1}, {m_policy, 1}, {m_cost, 1}, m_runs, latex, BoxPart::room(1)});
        auto* plots = new QSplitter(Qt::Horizontal, this);
        m_mapPages = sentenceOr(m_map, "sweepMapMissing", plots);
        m_frontPages = sentenceOr(m_front, "sweepFrontMissing", plots);
        plots->addWidget(m_mapPages);
        plots->addWidget(m_frontPages);
        plots->setSizes({1000, 1000});
        plots->setMinimumHeight(kLeastMap);
        makeTableView();
        auto* halves = splitOf(new Halves(this), {plots, m_table}, {600, 420});
        columnOf({bar, m_legend, {halves, 1}, m_readout}, content, {2, 2});
        m_pages = sentenceOr(content, "sweepMissing", this);
        auto* invitation = static_cast<QLabel*>(m_pages->widget(0));
        invitation->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        connect(invitation, &QLabel::linkActivated, &m_workspace, &Workspace::sweepRequested);
        columnOf({m_pages}, this, {0});
        for (QComboBox* box : {m_number, m_policy, m_cost}) {
            connect(box, &QComboBox::activated, this, [this] { refresh(); });
        }
        connect(m_runs, &QToolButton::toggled, m_table, &QWidget::setVisible);
        connect(m_runs, &QToolButton::toggled, this, [this](bool shown) {
            if (!m_fitting) {
                m_runsWanted = shown;
            }
        });
        link(m_map);
        link(m_front);
    }

    void refresh() {
        followPolicies();
        m_map->showRuns(runner(), number(), policy());
        m_front->showRuns(runner(), cost());
        const QString said = legend();
        m_legend->setText(said);
        m_legend->setVisible(!said.isEmpty());
        m_readout->setText(chosenText());
        m_readout->grow();
        turn(*m_pages, runner().points().empty() ? invitation() : QString());
        turn(*m_mapPages, missing({number()}));
        turn(*m_frontPages, missing({cost(), SweepNumber::DeltaNll}));
    }

    void chooseNothing() {
        m_chosen.reset();
        m_map->setChosen(m_chosen);
        m_front->setChosen(m_chosen);
        m_table->setCurrentIndex({});
    }
    /// Returns the figure of the plot used last.
    [[nodiscard]] FigureSpec figure() const {
        return m_lastPlot == m_front ? sweepFront(runner().axes(), runner().rows(), cost())
                                     : sweepMap(runner().axes(), runner().rows(), number(), policy());
    }
    /// Returns the table, tab-separated.
    [[nodiscard]] QString copyText() const { return tabSeparated(*m_order); }

 protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        fit();
    }

 private:
    static constexpr int kLeastMap = 48;                    // pixels
    static constexpr int kRoomAcross = 760, kRoomUp = 420;  // least size for plots and table
    static constexpr QLatin1String kByRoom{"by room"};

    /// Returns pages with a sentence, and `shown`.
    static QStackedWidget* sentenceOr(QWidget* shown, const char* name, QWidget* parent) {
        auto* pages = new QStackedWidget(parent);
        auto* sentence = new QLabel(pages);
        sentence->setObjectName(QString::fromLatin1(name));
        sentence->setWordWrap(true);
        sentence->setAlignment(Qt::AlignCenter);
        sentence->setMargin(8);
        sentence->setMinimumSize(1, 1);
        pages->setMinimumSize(kLeastMap, kLeastMap);
        pages->addWidget(sentence);
        pages->addWidget(shown);
        return pages;
    }

    [[nodiscard]] SweepRunner& runner() const { return m_workspace.sweeps(); }
    [[nodiscard]] SweepNumber number() const { return static_cast<SweepNumber>(m_number->currentData().toInt()); }
    [[nodiscard]] SweepNumber cost() const { return static_cast<SweepNumber>(m_cost->currentData().toInt()); }
    /// Returns the policy whose map is shown; empty: policies are a side of it, or there is only one.
    [[nodiscard]] std::string policy() const { return m_policy->currentText().toStdString(); }
    void followPolicies() {
        QStringList names;
        if (const std::optional<std::size_t> axis = mapPolicyAxis(runner().axes())) {
            for (const SweepPoint& point : runner().points()) {
                if (const QString name = QString::fromStdString(point.values[*axis]); !names.contains(name)) {
                    names << name;
                }
            }
        }
        QStringList shown;
        for (int i = 0; i < m_policy->count(); ++i) {
            shown << m_policy->itemText(i);
        }
        if (names != shown) {
            const qsizetype same = names.indexOf(m_policy->currentText());
            m_policy->clear();
            m_policy->addItems(names);
            m_policy->setCurrentIndex(names.isEmpty() ? -1 : static_cast<int>(std::max<qsizetype>(same, 0)));
        }
        m_policy->setVisible(!names.isEmpty());
    }

    /// Returns the colours of the front and the axes over which the map is a mean.
    [[nodiscard]] QString legend() const {
        QStringList means;
        for (const std::string& name : mapMeans(runner().axes(), !policy().empty())) {
            means << QString::fromStdString(name).toHtmlEscaped();
        }
        const QString mean =
            means.isEmpty() ? QString() : tr("map: mean over %1").arg(means.join(QStringLiteral(", ")));
        return m_front->legend() + mean;
    }

    void makeTableView() {
        m_order->setSourceModel(m_model);
        m_table = makeTable(m_order, 0, tr("Runs of the sweep"), this);
        new ViewOption(*m_table, "sweepTable");
        m_table->setSortingEnabled(true);
        m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        m_table->horizontalHeader()->setStretchLastSection(true);
        m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
        m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
        m_table->setMinimumSize(kLeastMap, kLeastMap);
        m_table->setToolTip(tr("Double-click or Enter opens the run"));
        m_order->sort(-1);
        onKeys(*m_table, {Qt::Key_Return, Qt::Key_Enter}, this, &SweepResultsView::open);
        connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex& index) {
                    if (index.isValid()) {
                        choose(static_cast<std::size_t>(m_order->mapToSource(index).row()));
                    }
                });
        connect(m_table, &QTableView::doubleClicked, this, [this] { open(); });
    }

    /// Returns why a plot has nothing to show yet; empty: it has.
    [[nodiscard]] QString missing(std::initializer_list<SweepNumber> numbers) const {
        const std::vector<SweepRow>& rows = runner().rows();
        for (const SweepNumber each : numbers) {
            if (std::ranges::none_of(rows, [each](const SweepRow& row) { return std::isfinite(valueOf(row, each)); })) {
                const bool failed = std::ranges::any_of(rows, [](const SweepRow& row) { return !row.problem.empty(); });
                return rows.empty() ? tr("No run is done yet. The first appears here when it is done.")
                       : failed     ? tr("No run came to its end yet; the table says why.")
                                    : tr("No run has a number for “%1”.").arg(sweepTitle(each));
            }
        }
        return {};
    }

    /// Returns the text while no sweep is shown: what would appear, with a link to the last sweep.
    [[nodiscard]] static QString invitation() {
        const QString what =
            tr("A map of the results over both axes, cost against ΔNLL and a line per run appear here as runs finish.");
        const QFileInfoList folders = SweepForm::folders();
        if (folders.isEmpty()) {
            return what + QLatin1Char(' ') + tr("Choose what varies and press Start.");
        }
        const QString link =
            QStringLiteral("<a href=\"%1\">%2</a>")
                .arg(folders.front().filePath().toHtmlEscaped(), folders.front().fileName().toHtmlEscaped());
        return what.toHtmlEscaped() + QLatin1Char(' ') +
               tr("Choose what varies and press Start, or continue %1 (others in the list of folders).").arg(link);
    }

    /// Shows the sentence, or the plot if it is empty.
    static void turn(QStackedWidget& pages, const QString& sentence) {
        static_cast<QLabel*>(pages.widget(0))->setText(sentence);
        pages.setCurrentIndex(sentence.isEmpty() ? 1 : 0);
    }
    /// Connects a plot: a click selects a point, a double click opens its run, and the mouse over it describes it.
    template <class PlotView>
    void link(PlotView* plot) {
        connect(plot, &Plot::picked, this, [this, plot](int, double x, double y) {
            m_lastPlot = plot;
            if (const auto points = plot->pointsAt(x, y); !points.empty()) {
                // Repeats share one place: another click selects the next one.
                const auto at = m_chosen ? std::ranges::find(points, *m_chosen) : points.end();
                const bool next = at != points.end() && at + 1 != points.end();
                select(next ? *(at + 1) : points.front());
            }
        });
        connect(plot, &QCustomPlot::mouseDoubleClick, this, [this, plot](const QMouseEvent* event) {
            const auto points = plot->pointsAt(plot->x(0)->pixelToCoord(event->position().x()),
                                               plot->y(0)->pixelToCoord(event->position().y()));
            if (m_chosen && std::ranges::find(points, *m_chosen) != points.end()) {
                open();
            }
        });
        connect(plot, &Plot::hovered, this, [this, plot](int, double x, double y) {
            const auto points = plot->pointsAt(x, y);
            m_readout->setText(points.empty() ? chosenText() : text(points));
        });
        connect(plot, &Plot::left, this, [this] { m_readout->setText(chosenText()); });
    }

    void select(std::size_t point) {
        m_table->setCurrentIndex(m_order->mapFromSource(m_model->index(static_cast<int>(point), 0)));
        choose(point);
    }
    void choose(std::size_t point) {
        m_chosen = point;
        m_map->setChosen(point);
        m_front->setChosen(point);
        m_readout->setText(chosenText());
    }
    void open() {
        if (!m_chosen || *m_chosen >= runner().points().size()) {
            return;
        }
        if (runner().state(*m_chosen) == SweepRunner::PointState::Done) {
            m_workspace.bundles().open(runner().bundle(*m_chosen));
        } else {
            const QModelIndex state = m_model->index(static_cast<int>(*m_chosen), m_model->stateColumn());
            Q_EMIT m_workspace.notice(tr("There is no run to open yet: %1").arg(state.data().toString()));
        }
    }

    [[nodiscard]] QString chosenText() const {
        if (!m_chosen || *m_chosen >= runner().points().size()) {
            return {};
        }
        const bool done = runner().state(*m_chosen) == SweepRunner::PointState::Done;
        return text({*m_chosen}) + (done ? tr(" · a double click opens it") : QString());
    }

    /// Returns "capacity 64, window 8: ΔNLL +0.123 nats · … · 3.4 ms per token"; repeats as mean and deviation.
    [[nodiscard]] QString text(const std::vector<std::size_t>& points) const {
        const std::vector<std::string>& axes = runner().axes();
        QStringList names;
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const bool same = std::ranges::all_of(points, [&](std::size_t point) {
                return runner().points()[point].values[axis] == runner().points()[points.front()].values[axis];
            });
            names << QString::fromStdString(axes[axis]) + QLatin1Char(' ') +
                         (same ? QString::fromStdString(runner().points()[points.front()].values[axis]) : tr("all"));
        }
        const auto spread = [&](SweepNumber what, double unit) {
            std::vector<double> values;
            for (std::size_t row = 0; row < runner().rows().size(); ++row) {
                if (std::ranges::find(points, runner().pointOfRow()[row]) != points.end()) {
                    values.push_back(valueOf(runner().rows()[row], what) / unit);
                }
            }
            const std::string said = spreadText(spreadOf(values));
            return said.empty() ? QStringLiteral("–") : QString::fromStdString(said);
        };
        double most = 0;
        for (const SweepRow& row : runner().rows()) {
            const double live = valueOf(row, SweepNumber::BytesLive);
            most = std::isfinite(live) ? std::max(most, live) : most;
        }
        const BytesUnit unit = bytesUnit(most);  // same unit as the axis
        return tr("%1: ΔNLL %2 nats · KL %3 · live %4 %5, %6 % of full · %7 ms per token")
            .arg(names.join(QStringLiteral(", ")), spread(SweepNumber::DeltaNll, 1), spread(SweepNumber::MeanKl, 1),
                 spread(SweepNumber::BytesLive, unit.bytes), QLatin1String(unit.name),
                 spread(SweepNumber::HeldShare, 0.01), spread(SweepNumber::TpotMs, 1));
    }

    Workspace& m_workspace;
    SweepModel* m_model;
    NumberOrder* m_order;
    ViewChoice *m_number, *m_policy, *m_cost;
    QToolButton* m_runs;
    void fit() {
        if (!m_runsWanted) {
            m_fitting = true;
            m_runs->setChecked(width() >= kRoomAcross || height() >= kRoomUp);
            m_fitting = false;
        }
    }

    std::optional<bool> m_runsWanted;  ///< by the user; none: the runs are shown where there is room
    bool m_fitting = false;            ///< fit() is showing or hiding the table
    TextLine *m_legend, *m_readout;
    SweepMapView* m_map;
    SweepFrontView* m_front;
    QTableView* m_table = nullptr;
    QStackedWidget *m_mapPages, *m_frontPages, *m_pages;  ///< each shows a sentence, or the widget that it replaces
    QWidget* m_lastPlot;
    std::optional<std::size_t> m_chosen;
};

}  // namespace kvw::wb
