// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/library/library_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>

#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/table_view.h"

namespace kvw::wb {

namespace {

constexpr int kPolicyWidth = 32;  ///< characters

QString pathOf(const LibraryEntry& entry) {
    return QString::fromStdString(entry.path.string());
}

}  // namespace

LibraryTable::LibraryTable(QWidget* parent)
    : QObject(parent),
      m_model(new LibraryModel(this)),
      m_order(new PinnedOrder(LibraryModel::Started, this)),
      m_view(nullptr) {
    m_order->setSourceModel(m_model);
    m_view = makeTable(m_order, LibraryModel::Policy, tr("Runs"), parent);
    // A tick is a tag of the bundle (pinned).
    new ViewOption(*m_view, "libraryTable", ViewOption::Ticks::LeftOut);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    // In a narrow dock the user scrolls to the last columns.
    m_view->horizontalHeader()->setSectionResizeMode(LibraryModel::Policy, QHeaderView::Interactive);
    m_view->setColumnWidth(LibraryModel::Policy, m_view->fontMetrics().averageCharWidth() * kPolicyWidth);
    m_view->horizontalHeader()->setSectionResizeMode(LibraryModel::Name, QHeaderView::Interactive);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_order->sort(-1);
    m_view->installEventFilter(this);
    connect(m_view, &QTableView::doubleClicked, this, [this] { Q_EMIT openAsked(); });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { Q_EMIT chosenChanged(); });
}

void LibraryTable::show(const std::vector<LibraryEntry>& entries) {
    const QStringList kept = chosenPaths();
    m_model->show(entries);
    fitColumns();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (kept.contains(pathOf(m_model->entry(row)))) {
            m_view->selectionModel()->select(m_order->mapFromSource(m_model->index(row, 0)),
                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
}

std::vector<int> LibraryTable::chosenRows() const {
    std::vector<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        rows.push_back(m_order->mapToSource(index).row());
    }
    return rows;
}

std::vector<const LibraryEntry*> LibraryTable::chosen() const {
    std::vector<const LibraryEntry*> entries;
    for (const int row : chosenRows()) {
        entries.push_back(&m_model->entry(row));
    }
    return entries;
}

QStringList LibraryTable::chosenPaths() const {
    QStringList paths;
    for (const LibraryEntry* entry : chosen()) {
        paths << pathOf(*entry);
    }
    return paths;
}

const LibraryEntry* LibraryTable::whole() const {
    const auto entries = chosen();
    return entries.size() == 1 && entries.front()->problem.empty() ? entries.front() : nullptr;
}

bool LibraryTable::allPinned() const {
    const std::vector<int> rows = chosenRows();
    return std::all_of(rows.begin(), rows.end(), [this](int row) { return m_model->pinned(row); });
}

void LibraryTable::pin() {
    const Qt::CheckState state = allPinned() ? Qt::Unchecked : Qt::Checked;
    for (const int row : chosenRows()) {  // rows of the model: pinning moves rows of the table
        m_model->setData(m_model->index(row, LibraryModel::Started), state, Qt::CheckStateRole);
    }
}

bool LibraryTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Delete)) {
        event->accept();  // with tokens selected, Delete is also a shortcut of the window
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            Q_EMIT openAsked();
            return true;
        }
        if (key == Qt::Key_Delete) {
            Q_EMIT deleteAsked();
            return true;
        }
    }
    if (event->type() == QEvent::Resize) {
        fitColumns();
    }
    return QObject::eventFilter(watched, event);
}

void LibraryTable::fitColumns() {
    const QAbstractItemView& view = *m_view;  // the hints are public in the base class
    const int least = m_view->fontMetrics().averageCharWidth() * kPolicyWidth;
    int others = m_view->verticalScrollBar()->sizeHint().width() + 4;
    for (int column = 0; column < LibraryModel::ColumnCount; ++column) {
        others += column == LibraryModel::Policy ? 0
                  : column == LibraryModel::Name
                      ? std::max(m_view->horizontalHeader()->sectionSizeHint(column), view.sizeHintForColumn(column))
                      : m_view->columnWidth(column);
    }
    m_view->setColumnWidth(
        LibraryModel::Policy,
        std::max(least, std::min(m_view->width() - others, view.sizeHintForColumn(LibraryModel::Policy) + 8)));
}

}  // namespace kvw::wb
