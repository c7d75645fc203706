// SPDX-License-Identifier: GPL-3.0-or-later
/// The run library as a table.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/library/entry.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LibraryModel : public QAbstractTableModel {
    Q_OBJECT
 public:
    enum Column { Started, Model, Text, Policy, Nll, Delta, Held, Tags, Name, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void show(std::vector<LibraryEntry> entries);
    [[nodiscard]] const LibraryEntry& entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Qt::UserRole: what a column is sorted by.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    std::vector<LibraryEntry> m_entries;
};

}  // namespace kvw::wb
