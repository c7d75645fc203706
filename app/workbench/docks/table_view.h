// SPDX-License-Identifier: GPL-3.0-or-later
/// A read-only table as the docks use it: whole rows, sortable by nobody, columns fitted once.
#pragma once

#include <QTableView>

namespace kvw::wb {

/// Takes `model` without owning it. `stretched`: the column that takes what is left.
[[nodiscard]] QTableView* makeTable(QAbstractItemModel* model, int stretched, const QString& name, QWidget* parent);

/// Header and rows of a model, tab-separated, a line each: what Ctrl+C takes of a table.
[[nodiscard]] QString tabSeparated(const QAbstractItemModel& model);

}  // namespace kvw::wb
