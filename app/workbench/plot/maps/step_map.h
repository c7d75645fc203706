// SPDX-License-Identifier: GPL-3.0-or-later
/// Growing table of rows by steps with bounded memory: when it is full, adjacent columns are joined by their mean.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kvw::wb {

/// No Qt and no thread. Cost of `append`: number of rows, amortised. NaN: no value.
class StepMap {
 public:
    /// `columns`: maximum number of columns; even, at least 2.
    explicit StepMap(int rows = 0, int columns = 4096);

    /// Adds the values of the next step, [rows].
    void append(std::span<const float> values);
    [[nodiscard]] int rows() const noexcept { return m_rows; }
    [[nodiscard]] int columns() const noexcept { return m_used; }
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    [[nodiscard]] std::int64_t binSize() const noexcept { return m_bin; }  ///< steps per column
    [[nodiscard]] float at(int row, int column) const;                     ///< mean; NaN: no step has a value
    /// Returns the first column that `append` may have changed since the last call.
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
