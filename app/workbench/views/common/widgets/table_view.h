// SPDX-License-Identifier: GPL-3.0-or-later
/// Read-only table for the docks: selects one whole row, is not sortable by default, and fits its columns to their
/// contents.
#pragma once

#include <QTableView>

namespace kvw::wb {

/// Does not take ownership of `model`. `stretched`: the column that takes the remaining width.
[[nodiscard]] QTableView* makeTable(QAbstractItemModel* model, int stretched, const QString& name, QWidget* parent);

/// Returns header and rows of a model as tab-separated lines: the text that Ctrl+C copies from a table.
[[nodiscard]] QString tabSeparated(const QAbstractItemModel& model);

}  // namespace kvw::wb
