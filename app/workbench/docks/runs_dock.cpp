// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs of this session: the tree of what was run, opened and forked. A click shows a run, two of them are put side by
/// side, and any point of the one that is shown can be forked.
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTreeView>
#include <QVBoxLayout>

#include "app/workbench/docks/dock.h"
#include "app/workbench/docks/table_view.h"

namespace kvw::wb {

namespace {

constexpr Dirty kInterests{DirtyFlag::Data | DirtyFlag::Recording | DirtyFlag::Status | DirtyFlag::Step |
                           DirtyFlag::Draft | DirtyFlag::Theme};

class RunsDock : public Dock {
 public:
    RunsDock(Workspace& workspace, QWidget* parent)
        : Dock(QStringLiteral("runs"), QObject::tr("Runs"), kInterests, workspace, parent) {
        auto* content = new QWidget(this);
        auto* column = new QVBoxLayout(content);
        column->setContentsMargins(4, 4, 4, 2);
        column->setSpacing(3);
        makeTree(content);
        column->addWidget(m_tree, 1);
        m_line = new QLabel(content);
        m_line->setObjectName(QStringLiteral("runsLine"));
        m_line->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        column->addWidget(m_line);
        column->addLayout(makeBar(content));
        content->setFocusProxy(m_tree);
        setContent(content);
    }

    QString copyText() const override { return tabSeparated(workspace().forks().tree()); }

 protected:
    void refresh(Dirty what) override {
        RunTree& tree = workspace().forks().tree();
        if (tree.count() == 0) {
            showEmpty(tr(
                "Every run of this session is listed here, and under it its forks: F makes the shown run again up to "
                "the selected token and goes on with the policy of the Run dock."));
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
        if (what & DirtyFlag::Theme) {
            fitColumns();
        }
        const QString policy = workspace().forks().draftPolicy();
        m_policy->setItemText(0, policy.isEmpty() ? tr("policy of the Run dock") : policy);
        if (!m_step->hasFocus()) {
            const QSignalBlocker blocked(m_step);
            m_step->setValue(static_cast<int>(workspace().forks().stepHere()));
        }
        m_fork->setEnabled(current >= 0);
        showSelection();
    }

 private:
    void makeTree(QWidget* parent) {
        m_tree = new QTreeView(parent);
        m_tree->setModel(&workspace().forks().tree());
        m_tree->setAccessibleName(tr("Runs and their forks"));
        m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
        m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_tree->setAlternatingRowColors(true);
        m_tree->setUniformRowHeights(true);
        m_tree->setExpandsOnDoubleClick(false);
        m_tree->setMinimumHeight(48);
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
        connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { showSelection(); });
    }

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

    QHBoxLayout* makeBar(QWidget* parent) {
        auto* row = new QHBoxLayout;
        auto* from = new QLabel(tr("From token"), parent);
        m_step = new QSpinBox(parent);
        m_step->setRange(0, std::numeric_limits<int>::max());
        m_step->setAccessibleName(tr("First token of the fork"));
        m_step->setToolTip(tr("The first token that is the fork's own; the one behind the selected step"));
        from->setBuddy(m_step);
        m_policy = new QComboBox(parent);
        m_policy->setAccessibleName(tr("What goes on there"));
        m_policy->setToolTip(
            tr("The same policy with other live parameters keeps all it knows; another one finds the tokens that are "
               "held, and has observed nothing before"));
        m_policy->addItems({tr("policy of the Run dock"), tr("keep everything from there")});
        m_policy->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_fork = new QPushButton(tr("Fork"), parent);
        m_fork->setToolTip(
            tr("Makes the shown run again up to this token and goes on differently (F: behind the "
               "selected step, with the policy of the Run dock)"));
        m_compare = new QPushButton(tr("Side by side"), parent);
        m_compare->setToolTip(tr("Two selected runs as lanes of one picture"));
        row->addWidget(from);
        row->addWidget(m_step);
        row->addWidget(m_policy, 1);
        row->addWidget(m_fork);
        row->addWidget(m_compare);
        connect(m_fork, &QPushButton::clicked, this, [this] {
            const QString policies[] = {workspace().forks().draftPolicy(), QStringLiteral("full")};
            told(workspace().forks().fork(m_step->value(), policies[std::max(0, m_policy->currentIndex())]));
        });
        connect(m_compare, &QPushButton::clicked, this, [this] {
            if (const auto runs = chosen(); runs.size() == 2) {
                told(workspace().forks().compare(runs[0], runs[1]));
            }
        });
        return row;
    }

    std::vector<int> chosen() const {
        std::vector<int> runs;
        for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
            runs.push_back(RunTree::runOf(index));
        }
        return runs;
    }

    void told(const Result<void>& done) {
        if (!done) {
            Q_EMIT workspace().notice(QString::fromStdString(done.error().sentence()));
        }
    }

    void showSelection() {
        const std::vector<int> runs = chosen();
        m_compare->setEnabled(runs.size() == 2);
        if (runs.size() == 2) {
            m_line->setText(workspace().forks().parting(runs[0], runs[1]));
            return;
        }
        const RunTree& tree = workspace().forks().tree();
        const int run = runs.size() == 1 ? runs.front() : workspace().forks().current();
        const int parent = run < 0 ? -1 : tree.node(run).parent;
        if (const QString price = run < 0 ? QString() : workspace().forks().price(run); !price.isEmpty()) {
            m_line->setText(price);
            return;
        }
        m_line->setText(parent >= 0 ? workspace().forks().parting(parent, run)
                        : run >= 0  ? tr("Ctrl+click a second run to put two side by side.")
                                    : tr("Two runs side by side: click one to see it alone."));
    }

    QTreeView* m_tree;
    QLabel* m_line;
    QSpinBox* m_step = nullptr;
    QComboBox* m_policy = nullptr;
    QPushButton *m_fork = nullptr, *m_compare = nullptr;
};

}  // namespace

DockEntry runsDock() {
    return {"runs", Place::Middle, 13, true,
            [](Workspace& workspace, QWidget* parent) -> Dock* { return new RunsDock(workspace, parent); }};
}

}  // namespace kvw::wb
