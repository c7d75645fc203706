// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of SDK calls, one row per call; subclasses provide the calls.
#pragma once

#include "app/workbench/session/table_model.h"
#include "core/trace/trace.h"

namespace kvw::wb {

/// Thread: GUI thread.
class CallTable : public TableModel {
    Q_OBJECT
 public:
    enum Column { Call, Step, Layer, Time, Held, After, Budget, Evicted, Violation, Shown, ColumnCount };

    explicit CallTable(QObject* parent = nullptr);

    [[nodiscard]] virtual CallRecord call(int row) const = 0;
    [[nodiscard]] virtual bool broken(int row) const = 0;  ///< the call has a violation
    /// Returns how many KV heads share one keep-set of the policy. Token counts are multiplied by it, because all docks
    /// count tokens over layers and KV heads.
    [[nodiscard]] virtual std::int64_t headsPerSet() const { return 1; }

 protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
};

}  // namespace kvw::wb
