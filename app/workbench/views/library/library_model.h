// SPDX-License-Identifier: GPL-3.0-or-later
/// The run library as a table.
#pragma once

#include <vector>

#include "app/workbench/session/table_model.h"
#include "core/library/entry.h"

namespace kvw::wb {

/// Thread: GUI thread.
class LibraryModel : public TableModel {
    Q_OBJECT
 public:
    enum Column { Started, Model, Text, Policy, Nll, Delta, Held, Tags, Name, ColumnCount };
    explicit LibraryModel(QObject* parent = nullptr);

    /// Tag of runs that stay on top; it is stored beside the bundle like any other.
    static constexpr const char* kPinned = "pinned";

    void show(std::vector<LibraryEntry> entries);
    [[nodiscard]] bool pinned(int row) const;
    [[nodiscard]] const LibraryEntry& entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }

    /// Sets the tick of a row, in its first column.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

 Q_SIGNALS:
    /// Emitted when a tick changed the tags, which then have to be written. `seen`: the entry before the change.
    void tagsChanged(int row, const kvw::LibraryEntry& seen);

 protected:
    int rows() const override { return static_cast<int>(m_entries.size()); }
    /// Returns the sort key of a column for Qt::UserRole.
    QVariant cell(int row, int column, int role) const override;

 private:
    std::vector<LibraryEntry> m_entries;
};

}  // namespace kvw::wb
