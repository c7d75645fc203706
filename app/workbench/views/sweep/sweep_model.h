// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of the points of a sweep, one row per run.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/workbench/session/processes/sweep_runner.h"
#include "app/workbench/session/table_model.h"

namespace kvw::wb {

/// Thread: GUI thread. Rows are points, in the order of the grid; columns are the axes, then the numbers, then the
/// state.
class SweepModel : public TableModel {
    Q_OBJECT
 public:
    explicit SweepModel(const SweepRunner& runner, QObject* parent = nullptr);

    [[nodiscard]] int stateColumn() const { return axes() + static_cast<int>(kSweepNumbers); }

 private:
    int rows() const override { return m_points; }
    /// Returns the sort key of a column for Qt::UserRole.
    QVariant cell(int point, int column, int role) const override;
    /// Takes over the state of the runner, as soon as that changes, because views read the runner's rows at any time.
    void update();
    [[nodiscard]] int axes() const { return static_cast<int>(m_names.size()); }
    [[nodiscard]] const SweepRow* row(int point) const;
    [[nodiscard]] QString numberText(const SweepRow& row, SweepNumber number) const;
    [[nodiscard]] QString stateText(int point) const;
    [[nodiscard]] bool best(const SweepRow& row, SweepNumber number) const;

    const SweepRunner& m_runner;
    int m_points = 0;
    std::vector<std::string> m_names;            ///< names of the axes
    std::vector<int> m_rowOf;                    ///< [points] index of the runner's row; -1: none yet
    std::array<double, kSweepNumbers> m_best{};  ///< lowest value of each number; NaN: none
};

}  // namespace kvw::wb
