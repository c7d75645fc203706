// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the library's runs: pinned ones on top, sorted by any column, one or several selected.
#pragma once

#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>
#include <algorithm>
#include <vector>

#include "app/workbench/session/words/number_order.h"
#include "app/workbench/views/common/view_option.h"
#include "app/workbench/views/common/widgets/event_hook.h"
#include "app/workbench/views/common/widgets/table_view.h"
#include "app/workbench/views/library/library_model.h"

namespace kvw::wb {

/// Thread: GUI thread. This and its table are children of `parent`.
class LibraryTable : public QObject {
    Q_OBJECT
 public:
    explicit LibraryTable(QWidget* parent)
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
        onEvent(*m_view, {QEvent::Resize}, this, &LibraryTable::fitColumns);
        onKeys(*m_view, {Qt::Key_Return, Qt::Key_Enter}, this, &LibraryTable::openAsked);
        onDelete(*m_view, this, &LibraryTable::deleteAsked);
        connect(m_view, &QTableView::doubleClicked, this, [this] { Q_EMIT openAsked(); });
        connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
                [this] { Q_EMIT chosenChanged(); });
    }

    [[nodiscard]] QTableView* view() const noexcept { return m_view; }
    [[nodiscard]] LibraryModel& model() const noexcept { return *m_model; }
    /// Returns the model in the order of the table.
    [[nodiscard]] const PinnedOrder& order() const noexcept { return *m_order; }

    /// Shows `entries`. Runs that are still listed stay selected.
    void show(const std::vector<LibraryEntry>& entries) {
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

    [[nodiscard]] std::vector<const LibraryEntry*> chosen() const {
        std::vector<const LibraryEntry*> entries;
        for (const int row : chosenRows()) {
            entries.push_back(&m_model->entry(row));
        }
        return entries;
    }

    [[nodiscard]] QStringList chosenPaths() const {
        QStringList paths;
        for (const LibraryEntry* entry : chosen()) {
            paths << pathOf(*entry);
        }
        return paths;
    }

    /// Returns the selected run; null: none or several are selected, or it cannot be opened.
    [[nodiscard]] const LibraryEntry* whole() const {
        const auto entries = chosen();
        return entries.size() == 1 && entries.front()->problem.empty() ? entries.front() : nullptr;
    }
    /// Returns true if all selected runs are pinned.
    [[nodiscard]] bool allPinned() const {
        const std::vector<int> rows = chosenRows();
        return std::ranges::all_of(rows, [this](int row) { return m_model->pinned(row); });
    }
    /// Pins all selected runs, or unpins them if all are pinned.
    void pin() {
        const Qt::CheckState state = allPinned() ? Qt::Unchecked : Qt::Checked;
        for (const int row : chosenRows()) {  // rows of the model: pinning moves rows of the table
            m_model->setData(m_model->index(row, LibraryModel::Started), state, Qt::CheckStateRole);
        }
    }

 Q_SIGNALS:
    void chosenChanged();
    void openAsked();  ///< Emitted on Return and on a double click.
    void deleteAsked();

 private:
    static constexpr int kPolicyWidth = 32;  ///< characters

    static QString pathOf(const LibraryEntry& entry) { return QString::fromStdString(entry.path.string()); }

    /// Returns rows of the model.
    [[nodiscard]] std::vector<int> chosenRows() const {
        std::vector<int> rows;
        for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
            rows.push_back(m_order->mapToSource(index).row());
        }
        return rows;
    }

    /// Gives the policy column the width that the other columns leave, but no more than its texts need.
    void fitColumns() {
        const QAbstractItemView& view = *m_view;  // the hints are public in the base class
        const int least = m_view->fontMetrics().averageCharWidth() * kPolicyWidth;
        int others = m_view->verticalScrollBar()->sizeHint().width() + 4;
        for (int column = 0; column < LibraryModel::ColumnCount; ++column) {
            others += column == LibraryModel::Policy ? 0
                      : column == LibraryModel::Name ? std::max(m_view->horizontalHeader()->sectionSizeHint(column),
                                                                view.sizeHintForColumn(column))
                                                     : m_view->columnWidth(column);
        }
        m_view->setColumnWidth(
            LibraryModel::Policy,
            std::max(least, std::min(m_view->width() - others, view.sizeHintForColumn(LibraryModel::Policy) + 8)));
    }

    LibraryModel* m_model;
    PinnedOrder* m_order;
    QTableView* m_view;
};

}  // namespace kvw::wb
