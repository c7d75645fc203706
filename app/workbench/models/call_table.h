// SPDX-License-Identifier: GPL-3.0-or-later
/// Calls of the SDK as a table: a row per call, whoever recorded it.
#pragma once

#include <QAbstractTableModel>

#include "core/trace/trace.h"

namespace kvw::wb {

/// Thread: GUI thread.
class CallTable : public QAbstractTableModel {
    Q_OBJECT
 public:
    enum Column { Call, Step, Layer, Time, Held, After, Budget, Evicted, Violation, Shown, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] virtual CallRecord call(int row) const = 0;
    [[nodiscard]] virtual bool broken(int row) const = 0;  ///< it has a violation
    /// KV heads that share one of the policy's sets. Tokens are told over layers and KV heads, as in all docks.
    [[nodiscard]] virtual std::int64_t headsPerSet() const { return 1; }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

}  // namespace kvw::wb
