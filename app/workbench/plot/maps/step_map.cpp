// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/maps/step_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kvw::wb {

StepMap::StepMap(int rows, int columns) : m_rows(rows), m_most(columns) {}

void StepMap::append(std::span<const float> values) {
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

void StepMap::join() {
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

float StepMap::at(int row, int column) const {
    const Cell& cell =
        m_cells[static_cast<std::size_t>(column) * static_cast<std::size_t>(m_rows) + static_cast<std::size_t>(row)];
    return cell.count == 0 ? std::numeric_limits<float>::quiet_NaN()
                           : static_cast<float>(cell.sum / static_cast<double>(cell.count));
}

int StepMap::takeFirstChanged() {
    return std::exchange(m_firstChanged, m_used);
}

}  // namespace kvw::wb
