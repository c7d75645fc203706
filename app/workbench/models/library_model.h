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

    /// The tag of runs that stay on top; it lies beside the bundle as any other does.
    static constexpr const char* kPinned = "pinned";

    void show(std::vector<LibraryEntry> entries);
    [[nodiscard]] bool pinned(int row) const;
    [[nodiscard]] const LibraryEntry& entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Qt::UserRole: what a column is sorted by.
    QVariant data(const QModelIndex& index, int role) const override;
    /// The tick of a row, in its first column.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
    /// By a tick: they have to be written. `seen`: the run before it.
    void tagsChanged(int row, const kvw::LibraryEntry& seen);

 private:
    std::vector<LibraryEntry> m_entries;
};

}  // namespace kvw::wb
