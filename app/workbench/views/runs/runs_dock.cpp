// SPDX-License-Identifier: GPL-3.0-or-later
/// The runs dock: the tree of the session's runs that were started, opened and forked. A click shows a run, two can be
/// compared side by side, and the shown one can be forked at any point. Beside the tree: how a fork's NLL differs from
/// its parent's.
#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "app/workbench/export/figure_files.h"
#include "app/workbench/plot/change_marks.h"
#include "app/workbench/views/common/copy_values.h"
#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/whole_range.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/device_box.h"
#include "app/workbench/views/common/widgets/halves.h"
#include "app/workbench/views/common/widgets/narrow_box.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/common/widgets/text_line.h"
#include "app/workbench/views/runs/difference_plot.h"
#include "core/figures/figure_crop.h"
#include "core/session/spec/command_line.h"
#include "core/session/spec/repeat_command.h"
#include "core/session/spec/run_changes.h"

namespace kvw::wb {

namespace {

constexpr Dirty kRunsInterests{DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Status | DirtyFlag::Step |
                               DirtyFlag::Range | DirtyFlag::Hover | DirtyFlag::Cursors | DirtyFlag::Draft |
                               DirtyFlag::Theme};
constexpr int kLeastTreeHeight = 48;

class RunsDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::RunsDock)

 public:
    RunsDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, kRunsInterests, workspace, parent) {
        auto* content = new QWidget(this);
        auto* halves = new Halves(content);
        makeTree(halves);
        halves->addWidget(m_tree);
        halves->addWidget(makePlot(halves));
        halves->setStretchFactor(0, 3);
        halves->setStretchFactor(1, 2);
        halves->setSizes({600, 400});
        m_line = new TextLine(content, "runsLine");
        columnOf({{halves, 1}, m_line, makeBar(content)}, content, {-1, 3})->setContentsMargins(4, 4, 4, 2);
        content->setFocusProxy(m_tree);
        setContent(content);
    }

    QString copyText() const override { return tabSeparated(workspace().forks().tree()); }
    QStringList exportFormats() const override {
        return m_plot->empty() ? Dock::exportFormats() : namesIn("pdf svg png csv");
    }

    /// Returns the plotted run: of two chosen runs, neither need be the shown one.
    std::shared_ptr<Recording> exportedRun() const override {
        return m_plot->empty() ? Dock::exportedRun() : m_plot->plotted().recording;
    }
    /// Exports the difference of the two runs; if none is plotted, a picture of the tree.
    FileWork exportWork(const QString& file, FigureWidth width) override {
        if (m_plot->empty()) {
            return Dock::exportWork(file, width);
        }
        FigureSpec figure = m_plot->figure();
        addEvidence(figure);
        setProvenance(figure, "command", commandOfBoth());
        return plotWork(
            [figure = std::move(figure), range = workspace().selection().range()] {
                FigureSpec shown = figure;
                if (!range.all()) {
                    figures::crop(shown, "step", static_cast<double>(range.first), static_cast<double>(range.last));
                }
                return shown;
            },
            file.toStdString(), width);
    }

 protected:
    void refresh(Dirty what) override {
        if (what & DirtyFlag::Theme) {
            applyTheme();
        }
        RunTree& tree = workspace().forks().tree();
        if (tree.count() == 0) {
            showEmptyWithExample(
                tr("Every run of this session is listed here with its forks. F repeats the shown run up to the "
                   "selected token and continues with the policy of the Run dock."));
            return;
        }
        showContent();
        tree.update();
        const int current = workspace().forks().current();
        if (what & DirtyFlag::Recording) {
            m_tree->expandAll();
            if (current >= 0 && m_tree->selectionModel()->selectedRows().size() < 2) {
                const QSignalBlocker blocked(m_tree->selectionModel());
                m_tree->setCurrentIndex(tree.indexOf(current));
                m_tree->viewport()->update();
            }
        }
        const QString policy = workspace().forks().draftPolicy();
        m_policy->setItemText(0, policy.isEmpty() ? tr("policy of the Run dock") : policy);
        followStep();
        m_fork->setEnabled(current >= 0);
        showSelection();
        showPlot(what);
    }

 private:
    /// Applies sizes and colours of the theme.
    void applyTheme() {
        fitColumns();
        m_plot->recolour();
        m_legend->setText(tr("<span style=\"color:%1\">&#9644;</span>&nbsp;each token&nbsp;&nbsp; <span "
                             "style=\"color:%2\">&#9644;</span>&nbsp;mean so far&nbsp;&nbsp; <span "
                             "style=\"color:%3\">&#9644;</span>&nbsp;all so far")
                              .arg(DifferencePlot::eachColor().name(), m_plot->meanColor().name(),
                                   DifferencePlot::bandColor().name()));
    }

    /// Follows the selected step. A typed step stays until the user selects another step or looks at another run; a run
    /// that goes on selects none. The last token of a finished run can still be the first of a fork.
    void followStep() {
        const auto recording = workspace().recording();
        if (m_typedFor.lock() != recording) {
            m_typedFor.reset();
        }
        const bool typed = recording && m_typedFor.lock() == recording;
        const std::int64_t last = recording && recording->lanes() > 0 ? lastFork(*recording, lane()) : 0;
        const QSignalBlocker blocked(m_step);
        m_step->setMaximum(static_cast<int>(std::max<std::int64_t>(0, last)));
        if (!typed && !m_step->hasFocus()) {
            m_step->setValue(static_cast<int>(workspace().forks().stepHere()));
        }
    }

    QWidget* makePlot(QWidget* parent) {
        m_right = new QWidget(parent);
        m_right->setMinimumHeight(kLeastTreeHeight);
        m_legend = new TextLine(m_right, "runsLegend");
        m_legend->setToolTip(
            tr("NLL − NLL of the parent (of two chosen runs: of the earlier one), same token, nats; the mean begins at "
               "the fork. Below, the band between the two: the sum of all differences so far"));
        m_plot = new DifferencePlot(m_right);
        m_changes = new ChangeMarks(*m_plot);
        connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this] { command("maximise"); });
        columnOf({m_legend, {m_plot, 1}}, m_right, {0, 1});
        Selection& selection = workspace().selection();
        connect(m_plot, &Plot::picked, this,
                [&selection](int, double x, double) { selection.setStep(std::max<std::int64_t>(0, std::llround(x))); });
        connect(m_plot, &Plot::hovered, this, [this, &selection](int, double x, double) {
            selection.setHover({.token = -1, .step = std::llround(x), .layer = -1});
            m_plot->setToolTip(m_plot->describe(std::llround(x)));
        });
        connect(m_plot, &Plot::left, this, [&selection] { selection.setHover({}); });
        connect(m_plot, &Plot::zoomed, this, [this, &selection](double lower, double upper) {
            selection.setRange(numbersOn(QCPRange(lower, upper), axisEnd()));
        });
        return m_right;
    }

    void showPlot(Dirty what) {
        const RunTree& tree = workspace().forks().tree();
        const std::vector<int> runs = chosen();
        const int run = runs.empty() ? workspace().forks().current() : runs.back();
        const bool fork = run >= 0 && runs.size() < 2;
        m_plotted = {};
        if (runs.size() == 2 && !workspace().forks().comparable(runs[0], runs[1])) {
            m_plot->compare({}, {}, 0, false);
        } else if (runs.size() == 2) {
            const RunTree::Node &first = tree.node(runs[0]), &second = tree.node(runs[1]);
            const bool direct = second.parent == runs[0];
            m_plotted = {runs[0], direct ? second.parentLane : first.lane, runs[1]};
            m_plot->compare({second.recording, second.lane},
                            direct ? tree.parentOf(runs[1]) : RunTree::Compared{first.recording, first.lane},
                            direct ? second.step : second.recording->description().promptTokens, direct);
        } else if (fork && tree.node(run).parent >= 0) {
            const RunTree::Node& node = tree.node(run);
            m_plotted = {node.parent, node.parentLane, run};
            m_plot->compare({node.recording, node.lane}, tree.parentOf(run), node.step, true);
        } else {
            m_plot->compare({}, {}, 0, false);
        }
        m_right->setVisible(!m_plot->empty());
        const StepRange range = workspace().selection().range();
        m_plot->setXBounds(-0.5, static_cast<double>(std::max<std::int64_t>(2, axisEnd())) - 0.5);
        m_plot->showX(range.all()
                          ? std::nullopt
                          : std::optional(QCPRange(static_cast<double>(range.first), static_cast<double>(range.last))));
        m_plot->fit(range.all());
        if (what & ~Dirty(DirtyFlag::Hover)) {
            m_plot->redraw();
        }
        showChanges(what);
        m_plot->setMarks(placeOf(workspace().selection().cursorA()), placeOf(workspace().selection().cursorB()));
        m_plot->setCursor(static_cast<double>(workspace().step()));
        m_plot->setHoverLine(placeOf(workspace().selection().hover().alongSteps()));
    }

    /// Returns the end of the step axis: that of the other plots, or beyond it what is drawn here.
    std::int64_t axisEnd() const {
        const EngineClient& client = workspace().client();
        const bool going = !client.viewing() && (client.busy() || client.status().state == SessionState::Paused);
        const std::int64_t steps = workspace().trace() == nullptr ? 0 : workspace().trace()->steps();
        return std::max({going ? client.total() : client.steps(), steps, m_plot->compared()});
    }

    /// Returns the command of the plotted pair: one that compares both runs, else the commands of both.
    std::string commandOfBoth() const {
        const auto& [other, lane, run] = m_plotted;
        const RunTree& tree = workspace().forks().tree();
        if (other < 0 || !tree.node(other).recording || !tree.node(run).recording) {
            return repeatCommand(*m_plot->plotted().recording);
        }
        const std::vector<RunSpec> specs = workspace().forks().specsOf(other, lane, run);
        return commandLine(!specs.empty() ? specs
                                          : joinedSpecs({repeatSpecs(*tree.node(other).recording),
                                                         repeatSpecs(*tree.node(run).recording)}));
    }

    void showChanges(Dirty what) {
        const Trace* trace = workspace().trace();
        if (what & DirtyFlag::Recording) {
            m_changes->forget();
        }
        if (trace != nullptr && (what & (DirtyFlag::Data | DirtyFlag::Recording))) {
            m_changes->show(*trace, workspace().namesHidden());
        }
    }

    void makeTree(QWidget* parent) {
        m_tree = new QTreeView(parent);
        m_tree->setModel(&workspace().forks().tree());
        m_tree->setAccessibleName(tr("Runs and their forks"));
        m_tree->setTextElideMode(Qt::ElideMiddle);  // names of similar runs differ at the end
        m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
        m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_tree->setAlternatingRowColors(true);
        m_tree->setUniformRowHeights(true);
        m_tree->setExpandsOnDoubleClick(false);
        m_tree->setMinimumHeight(kLeastTreeHeight);
        m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(m_tree, &QTreeView::customContextMenuRequested, this, [this](const QPoint& place) { openMenu(place); });
        m_tree->header()->setStretchLastSection(false);
        m_tree->header()->setSectionResizeMode(RunTree::Name, QHeaderView::Stretch);
        fitColumns();
        const auto show = [this](const QModelIndex& index) {
            if (index.isValid() && m_tree->selectionModel()->selectedRows().size() == 1) {
                workspace().forks().show(RunTree::runOf(index));
            }
        };
        connect(m_tree, &QTreeView::clicked, this, show);
        connect(m_tree, &QTreeView::activated, this, show);
        connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
                [this] { markDirty(DirtyFlag::Status); });
    }

    void openMenu(const QPoint& place) {
        const QModelIndex index = m_tree->indexAt(place);
        if (!index.isValid()) {
            return;
        }
        const int run = RunTree::runOf(index);
        const RunTree& tree = workspace().forks().tree();
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("Show"), this, [this, run] { workspace().forks().show(run); });
        if (const int parent = tree.node(run).parent; parent >= 0) {
            menu->addAction(tr("Compare with its parent"), this, [this, run, parent] {
                workspace().refuseIfFailed(workspace().forks().compare(parent, run));
            });
        }
        menu->addAction(tr("Copy as kvw"), this, [this, run] { copyCommand(run); })
            ->setEnabled(!tree.node(run).recording->description().specs.empty());
        menu->addSeparator();
        menu->addAction(tr("Remove from the list"), this,
                        [this, run] { workspace().refuseIfFailed(workspace().forks().remove(run)); });
        menu->popup(m_tree->viewport()->mapToGlobal(place));
    }

    void copyCommand(int run) { copyCommandOf(workspace(), *workspace().forks().tree().node(run).recording, *this); }

    void fitColumns() {
        const QFontMetrics metrics(m_tree->font());
        static const std::pair<int, const char*> kWidest[] = {{RunTree::From, "00000"},
                                                              {RunTree::Nll, "00.000"},
                                                              {RunTree::Delta, "Δ parent"},
                                                              {RunTree::Steps, "tokens"}};
        for (const auto& [column, text] : kWidest) {
            m_tree->setColumnWidth(column, metrics.horizontalAdvance(QString::fromUtf8(text)) + 18);
        }
    }

    /// Makes two rows of controls, which fit a narrow window in large type.
    QVBoxLayout* makeBar(QWidget* parent) {
        auto* from = new QLabel(tr("From token"), parent);
        m_step = new QSpinBox(parent);
        m_step->setRange(0, std::numeric_limits<int>::max());
        makeNarrow(*m_step);
        explained(m_step, tr("First token of the fork"),
                  tr("The first token that is the fork's own; the one behind the selected step"));
        from->setBuddy(m_step);
        m_policy = explained(new QComboBox(parent), tr("Policy of the fork"),
                             tr("The same policy with other live parameters keeps its state; another policy starts "
                                "with the held tokens and no observations"));
        m_policy->addItems({tr("policy of the Run dock"), tr("full cache from there on")});
        m_policy->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_device = named(new DeviceBox(workspace().devices(), parent, tr("device of the run")), "forkDevice",
                         tr("Device of the fork"),
                         tr("Where the fork's decode steps are computed. On another device than that of its run it is "
                            "computed from its start."));
        m_device->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_fork = buttonIn(parent, tr("Fork"), "",
                          tr("Repeats the shown run up to this token and continues differently (F: behind the selected "
                             "step, with the policy of the Run dock)"));
        m_compare = buttonIn(parent, tr("Side by side"), "", tr("Two selected runs as lanes of one picture"));
        connect(m_step, &QSpinBox::valueChanged, this, [this] { m_typedFor = workspace().recording(); });
        connect(&workspace().selection(), &Selection::changed, this, [this](Dirty what) {
            if (what & DirtyFlag::Step && !workspace().selection().following()) {
                m_typedFor.reset();
            }
        });
        auto* row = rowOf({from, {m_step, 1}, {m_policy, 2}});
        auto* rows = columnOf({row, rowOf({{m_device, 1}, {m_fork, 1}, {m_compare, 1}})});
        connect(m_fork, &QPushButton::clicked, this, [this] {
            const QString policies[] = {workspace().forks().draftPolicy(), QStringLiteral("full")};
            workspace().refuseIfFailed(workspace().forks().fork(
                m_step->value(), policies[std::max(0, m_policy->currentIndex())], m_device->chosen()));
        });
        connect(m_compare, &QPushButton::clicked, this, [this] {
            if (const auto runs = chosen(); runs.size() == 2) {
                workspace().refuseIfFailed(workspace().forks().compare(runs[0], runs[1]));
            }
        });
        return rows;
    }

    std::vector<int> chosen() const {
        std::vector<int> runs;
        for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
            runs.push_back(RunTree::runOf(index));
        }
        std::sort(runs.begin(), runs.end());
        return runs;
    }

    void showSelection() {
        const std::vector<int> runs = chosen();
        const Forks& forks = workspace().forks();
        m_compare->setEnabled(runs.size() == 2);
        m_line->setText((runs.size() == 2 ? forks.divergence(runs[0], runs[1])
                                          : aboutRun(runs.size() == 1 ? runs.front() : forks.current()))
                            .toHtmlEscaped());
    }

    QString aboutRun(int run) {
        const Forks& forks = workspace().forks();
        if (run < 0) {
            return tr("Two runs side by side: click one to see it alone.");
        }
        const int parent = workspace().forks().tree().node(run).parent;
        if (parent < 0) {
            return tr(
                "F forks it behind the selected step with the policy of the Run dock. Ctrl+click a second run to show "
                "two side by side.");
        }
        const QString price = forks.price(run);
        return forks.divergence(parent, run) + QLatin1Char(' ') + (price.isEmpty() ? forks.consequence(run) : price);
    }

    QTreeView* m_tree;
    TextLine* m_line;
    QWidget* m_right = nullptr;
    TextLine* m_legend = nullptr;
    DifferencePlot* m_plot = nullptr;
    /// The plotted pair: `run` minus a lane of the run `other`.
    struct {
        int other = -1, laneOfOther = 0, run = -1;
    } m_plotted;
    ChangeMarks* m_changes = nullptr;
    QSpinBox* m_step = nullptr;
    std::weak_ptr<const Recording> m_typedFor;  ///< run for which the user typed m_step; none: it follows the step
    QComboBox* m_policy = nullptr;
    DeviceBox* m_device = nullptr;
    QPushButton *m_fork = nullptr, *m_compare = nullptr;
};

}  // namespace

DockEntry runsDock() {
    return {"runs", QT_TRANSLATE_NOOP("QObject", "Runs"), Place::Middle, 18, makeDock<RunsDock>};
}

}  // namespace kvw::wb
