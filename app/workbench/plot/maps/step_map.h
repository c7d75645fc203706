// SPDX-License-Identifier: GPL-3.0-or-later
/// Growing table of rows by steps with bounded memory: when it is full, adjacent columns are joined by their mean.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace kvw::wb {

/// No Qt and no thread. Cost of `append`: number of rows, amortised. NaN: no value.
class StepMap {
 public:
    /// `columns`: maximum number of columns; even, at least 2.
    explicit StepMap(int rows = 0, int columns = 4096) : m_rows(rows), m_most(columns) {}

    /// Adds the values of the next step, [rows].
    void append(std::span<const float> values) {
        if (m_steps == m_bin * m_most) {
            join();
        }
        const auto column = static_cast<int>(m_steps / m_bin);
        if (column == m_used) {
            ++m_used;
            m_cells.resize(static_cast<std::size_t>(m_used) * static_cast<std::size_t>(m_rows));
        }
        Cell* cells = m_cells.data() + static_cast<std::size_t>(column) * static_cast<std::size_t>(m_rows);
        for (std::size_t row = 0; row < values.size() && row < static_cast<std::size_t>(m_rows); ++row) {
            if (std::isfinite(values[row])) {
                cells[row].sum += static_cast<double>(values[row]);
                ++cells[row].count;
            }
        }
        m_firstChanged = std::min(m_firstChanged, column);
        ++m_steps;
    }

    [[nodiscard]] int rows() const noexcept { return m_rows; }
    [[nodiscard]] int columns() const noexcept { return m_used; }
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    [[nodiscard]] std::int64_t binSize() const noexcept { return m_bin; }  ///< steps per column
    /// Returns the mean; NaN: no step has a value.
    [[nodiscard]] float at(int row, int column) const {
        const Cell& cell = m_cells[static_cast<std::size_t>(column) * static_cast<std::size_t>(m_rows) +
                                   static_cast<std::size_t>(row)];
        return cell.count == 0 ? std::numeric_limits<float>::quiet_NaN()
                               : static_cast<float>(cell.sum / static_cast<double>(cell.count));
    }
    /// Returns the first column that `append` may have changed since the last call.
    [[nodiscard]] int takeFirstChanged() { return std::exchange(m_firstChanged, m_used); }

 private:
    struct Cell {
        double sum = 0;
        std::int64_t count = 0;
    };
    void join() {
        const auto rows = static_cast<std::size_t>(m_rows);
        for (std::size_t column = 0; column < static_cast<std::size_t>(m_used) / 2; ++column) {
            for (std::size_t row = 0; row < rows; ++row) {
                const Cell a = m_cells[2 * column * rows + row];
                const Cell b = m_cells[(2 * column + 1) * rows + row];
                m_cells[column * rows + row] = {a.sum + b.sum, a.count + b.count};
            }
        }
        m_used /= 2;
        m_bin *= 2;
        m_cells.resize(static_cast<std::size_t>(m_used) * rows);
        m_firstChanged = 0;
    }

    int m_rows, m_most, m_used = 0, m_firstChanged = 0;
    std::int64_t m_steps = 0, m_bin = 1;
    std::vector<Cell> m_cells;  // [columns][rows]
};

}  // namespace kvw::wb
