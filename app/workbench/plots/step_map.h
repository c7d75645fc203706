// SPDX-License-Identifier: GPL-3.0-or-later
/// A table of rows by steps that grows and stays small: when it is full, neighbouring columns are joined by their mean.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kvw::wb {

/// No Qt, no thread of its own. Cost of `append`: rows, amortised. NaN: no value.
class StepMap {
 public:
    /// `columns` even, at least 2: the most that are kept.
    explicit StepMap(int rows = 0, int columns = 4096);

    /// Values of the next step, [rows].
    void append(std::span<const float> values);
    [[nodiscard]] int rows() const noexcept { return m_rows; }
    [[nodiscard]] int columns() const noexcept { return m_used; }
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    [[nodiscard]] std::int64_t binSize() const noexcept { return m_bin; }  ///< steps per column
    [[nodiscard]] float at(int row, int column) const;                     ///< mean; NaN: none of the steps has one
    /// First column that `append` may have changed since the last call.
    [[nodiscard]] int takeFirstChanged();

 private:
    struct Cell {
        double sum = 0;
        std::int64_t count = 0;
    };
    void join();

    int m_rows, m_most, m_used = 0, m_firstChanged = 0;
    std::int64_t m_steps = 0, m_bin = 1;
    std::vector<Cell> m_cells;  // [columns][rows]
};

}  // namespace kvw::wb
