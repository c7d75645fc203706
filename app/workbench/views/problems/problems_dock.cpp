// SPDX-License-Identifier: GPL-3.0-or-later
/// The problems dock: warnings and errors with their counts. A row goes to the step, lane and layer where it happened.
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "app/workbench/views/common/dock.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/boxes.h"
#include "app/workbench/views/common/widgets/table_view.h"

namespace kvw::wb {

namespace {

/// Problems that pass the filter. While folded, each sentence has the values of the other columns above it.
class ProblemRows : public QSortFilterProxyModel {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ProblemRows)

 public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void fold(bool folded) {
        if (std::exchange(m_folded, folded) != folded && rowCount() > 0) {
            Q_EMIT dataChanged(index(0, ProblemsModel::Sentence), index(rowCount() - 1, ProblemsModel::Sentence));
        }
    }
    QVariant data(const QModelIndex& index, int role) const override {
        const QVariant cell = QSortFilterProxyModel::data(index, role);
        if (!m_folded || role != Qt::DisplayRole || index.column() != ProblemsModel::Sentence) {
            return cell;
        }
        QStringList place;
        const auto add = [&](int column, const QString& words) {
            const QString value = index.siblingAtColumn(column).data().toString();
            if (!value.isEmpty()) {
                place << words.arg(value);
            }
        };
        add(ProblemsModel::Lane, tr("lane %1"));
        add(ProblemsModel::Plugin, QStringLiteral("%1"));
        add(ProblemsModel::Layer, tr("layer %1"));
        add(ProblemsModel::Step, tr("step %1"));
        if (const int count = index.siblingAtColumn(ProblemsModel::Count).data().toInt(); count > 1) {
            place << tr("%1 times").arg(count);
        }
        return place.isEmpty() ? cell : place.join(QStringLiteral(" · ")) + QLatin1Char('\n') + cell.toString();
    }

 private:
    bool m_folded = false;
};

class ProblemsDock : public Dock {
    Q_DECLARE_TR_FUNCTIONS(kvw::wb::ProblemsDock)

 public:
    ProblemsDock(const DockEntry& entry, Workspace& workspace, QWidget* parent)
        : Dock(entry, DirtyFlag::Problems | DirtyFlag::Recording, workspace, parent), m_rows(new ProblemRows(this)) {
        auto* content = new QWidget(this);
        auto* words = new QLineEdit(content);
        new ViewOption(*words, "problemFilter");
        words->setPlaceholderText(tr("Filter by words"));
        words->setAccessibleName(tr("Filter"));
        words->setClearButtonEnabled(true);
        m_rows->setSourceModel(&workspace.problems());
        m_rows->setFilterKeyColumn(-1);
        m_rows->setFilterCaseSensitivity(Qt::CaseInsensitive);
        connect(words, &QLineEdit::textChanged, m_rows, &QSortFilterProxyModel::setFilterFixedString);
        m_table = makeTable(m_rows, ProblemsModel::Sentence, tr("Problems"), content);
        m_table->setObjectName(QStringLiteral("problems"));
        m_table->setWordWrap(true);  // a cut sentence would be useless
        m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        // Queued, because the table still has the old width during the resize.
        connect(m_table->horizontalHeader(), &QHeaderView::geometriesChanged, this, &ProblemsDock::fit,
                Qt::QueuedConnection);
        auto* copy = buttonIn(content, tr("Copy all"), "copyProblems");
        columnOf({words, {m_table, 1}, {copy, 0, Qt::AlignRight}}, content, {2});
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
            fit();
        }
    }

 private:
    /// Returns the width of a column with its values; 0: no problem has a value there.
    int widthOf(int column) const {
        constexpr int kBeside = 10;
        const ProblemsModel& problems = workspace().problems();
        if (column == ProblemsModel::Lane && workspace().client().lanes() < 2) {
            return 0;
        }
        int widest = 0;
        for (int row = 0; row < problems.rowCount(); ++row) {
            const QString cell = problems.index(row, column).data().toString();
            if (column != ProblemsModel::Count || cell != QLatin1String("1")) {
                widest = std::max(widest, m_table->fontMetrics().horizontalAdvance(cell));
            }
        }
        return widest == 0 ? 0 : std::max(widest + kBeside, m_table->horizontalHeader()->sectionSizeHint(column));
    }

    /// Hides columns without values. If the others leave the sentence too little room, their values move above it.
    void fit() {
        std::array<int, ProblemsModel::ColumnCount> widths{};
        for (int column = 0; column < ProblemsModel::ColumnCount; ++column) {
            widths[static_cast<std::size_t>(column)] = column == ProblemsModel::Sentence ? 0 : widthOf(column);
        }
        const bool folded = std::accumulate(widths.begin(), widths.end(), 0) > m_table->viewport()->width() / 2;
        for (int column = 0; column < ProblemsModel::ColumnCount; ++column) {
            const bool always = column == ProblemsModel::Severity || column == ProblemsModel::Sentence;
            m_table->setColumnHidden(column, !always && (folded || widths[static_cast<std::size_t>(column)] == 0));
        }
        m_rows->fold(folded);
        m_table->resizeRowsToContents();
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

    ProblemRows* m_rows;
    QTableView* m_table;
};

}  // namespace

DockEntry problemsDock() {
    return {"problems", QT_TRANSLATE_NOOP("QObject", "Problems"), Place::Side, 11, makeDock<ProblemsDock>};
}

}  // namespace kvw::wb
