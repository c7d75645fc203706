// SPDX-License-Identifier: GPL-3.0-or-later
/// Warnings and errors with their counts. A row goes to the step, lane and layer it happened at.
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include "app/workbench/docks/dock.h"
#include "app/workbench/docks/table_view.h"

namespace kvw::wb {

namespace {

constexpr const char* kProblemsTitle = QT_TRANSLATE_NOOP("QObject", "Problems");

class ProblemsDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ProblemsDock)

 public:
    ProblemsDock(Workspace& workspace, QWidget* parent)
        : Dock(QStringLiteral("problems"), QObject::tr(kProblemsTitle), DirtyFlag::Problems | DirtyFlag::Recording,
               workspace, parent),
          m_rows(new QSortFilterProxyModel(this)) {
        auto* content = new QWidget(this);
        auto* column = new QVBoxLayout(content);
        column->setContentsMargins(2, 2, 2, 2);
        auto* words = new QLineEdit(content);
        words->setObjectName(QStringLiteral("problemFilter"));
        words->setProperty("view", true);
        words->setPlaceholderText(tr("Only those with these words"));
        words->setAccessibleName(tr("Filter"));
        words->setClearButtonEnabled(true);
        column->addWidget(words);
        m_rows->setSourceModel(&workspace.problems());
        m_rows->setFilterKeyColumn(-1);
        m_rows->setFilterCaseSensitivity(Qt::CaseInsensitive);
        connect(words, &QLineEdit::textChanged, m_rows, &QSortFilterProxyModel::setFilterFixedString);
        m_table = makeTable(m_rows, ProblemsModel::Sentence, tr("Problems"), content);
        m_table->setObjectName(QStringLiteral("problems"));
        m_table->setWordWrap(true);  // a sentence that is cut off helps nobody
        m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        // Behind the resize: within it the table still has the old width.
        connect(m_table->horizontalHeader(), &QHeaderView::geometriesChanged, m_table,
                &QTableView::resizeRowsToContents, Qt::QueuedConnection);
        column->addWidget(m_table, 1);
        auto* copy = new QPushButton(tr("Copy all"), content);
        copy->setObjectName(QStringLiteral("copyProblems"));
        column->addWidget(copy, 0, Qt::AlignRight);
        setContent(content);
        connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(copyText()); });
        connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { go(index); });
        connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { go(index); });
    }

    QStringList exportFormats() const override { return {}; }
    QString copyText() const override { return workspace().problems().copyText(); }

 protected:
    void refresh(Dirty) override {
        if (workspace().problems().rowCount() == 0) {
            showEmpty(tr("No warnings, no errors."));
        } else {
            showContent();
            leaveOutEmptyColumns();
            m_table->resizeRowsToContents();
        }
    }

 private:
    /// The dock is narrow, and most problems have no plugin, layer or step: the room is for the sentence.
    void leaveOutEmptyColumns() {
        const ProblemsModel& problems = workspace().problems();
        const bool lanes = workspace().client().lanes() > 1;
        for (int column = 0; column < ProblemsModel::ColumnCount; ++column) {
            bool told = column == ProblemsModel::Severity || column == ProblemsModel::Sentence;
            for (int row = 0; row < problems.rowCount() && !told; ++row) {
                const QString cell = problems.index(row, column).data().toString();
                told = column == ProblemsModel::Count  ? cell != QLatin1String("1")
                       : column == ProblemsModel::Lane ? lanes && !cell.isEmpty()
                                                       : !cell.isEmpty();
            }
            m_table->setColumnHidden(column, !told);
        }
    }

    void go(const QModelIndex& index) {
        const Recording::Problem& problem = workspace().problems().problem(m_rows->mapToSource(index).row());
        Selection& selection = workspace().selection();
        if (problem.lane >= 0 && problem.lane < workspace().client().lanes()) {
            selection.setLane(problem.lane);
        }
        if (problem.layer >= 0) {
            selection.setLayer(problem.layer);
        }
        if (problem.step >= 0) {
            selection.setStep(problem.step);
        }
    }

    QSortFilterProxyModel* m_rows;
    QTableView* m_table;
};

}  // namespace

DockEntry problemsDock() {
    return {"problems",
            kProblemsTitle,
            Place::Left,
            11,
            true,
            [](Workspace& workspace, QWidget* parent) -> Dock* { return new ProblemsDock(workspace, parent); }};
}

}  // namespace kvw::wb
