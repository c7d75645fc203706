// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the probes of the text: how much of a fact is held when it is asked for, and the NLL of its answer.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ProbesModel : public QAbstractTableModel {
    Q_OBJECT
 public:
    enum Column { Name, Answer, FactHeld, Nll, NllFull, Delta, FactAt, AskedAt, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    /// Reads the results of `lane`; null: no rows.
    void update(const Recording* recording, int lane);
    [[nodiscard]] const ProbeInfo& probe(int row) const;
    [[nodiscard]] const ProbeResult& result(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    std::vector<ProbeInfo> m_probes;
    std::vector<ProbeResult> m_results;
};

}  // namespace kvw::wb
