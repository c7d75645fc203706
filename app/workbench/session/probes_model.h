// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the probes of the text: how much of a fact is held when it is asked for, and the NLL of its answer.
#pragma once

#include <vector>

#include "app/workbench/session/table_model.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Thread: GUI thread.
class ProbesModel : public TableModel {
    Q_OBJECT
 public:
    enum Column { Name, Answer, FactHeld, Nll, NllFull, Delta, FactAt, AskedAt, ColumnCount };
    explicit ProbesModel(QObject* parent = nullptr);

    /// Reads the results of `lane`; null: no rows.
    void update(const Recording* recording, int lane);
    [[nodiscard]] const ProbeInfo& probe(int row) const;
    [[nodiscard]] const ProbeResult& result(int row) const;

 protected:
    int rows() const override { return static_cast<int>(m_probes.size()); }
    QVariant cell(int row, int column, int role) const override;

 private:
    std::vector<ProbeInfo> m_probes;
    std::vector<ProbeResult> m_results;
};

}  // namespace kvw::wb
