// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/maps/map_pyramid.h"

#include <algorithm>

namespace kvw::wb {

MapPyramid::MapPyramid(Pooling pooling, int side) : m_pooling(pooling), m_side(side), m_levels(1) {}

int MapPyramid::coarsest() const noexcept {
    return m_finest + static_cast<int>(m_levels.size()) - 1;
}

void MapPyramid::prepare() {
    if (m_rows >> m_finest >= m_side) {
        m_levels.erase(m_levels.begin());
        ++m_finest;
    }
    while (m_rows >> coarsest() > 0) {
        // Row 0 of the new coarsest level equals row 0 of the previous one.
        m_levels.push_back({m_levels.back().front()});
    }
    const auto columns = static_cast<std::size_t>(m_rows >> m_finest) + 1;
    m_new.strongest.assign(columns, kCellEvicted);
    m_new.sums.assign(m_pooling == Pooling::Mean ? columns : 0, 0.0F);
    m_new.weights.assign(m_pooling == Pooling::Mean ? columns : 0, 0.0F);
}

void MapPyramid::append(std::span<const std::int32_t> tokens, std::span<const float> values) {
    prepare();
    for (std::size_t i = 0; i < tokens.size() && i < values.size(); ++i) {
        const auto column = static_cast<std::size_t>(tokens[i]) >> m_finest;
        if (tokens[i] < 0 || column >= m_new.strongest.size() || !(values[i] >= 0)) {
            continue;
        }
        m_new.strongest[column] = std::max(m_new.strongest[column], values[i]);
        m_maximum = std::max(m_maximum, values[i]);
        if (m_pooling == Pooling::Mean) {
            m_new.sums[column] += values[i];
            m_new.weights[column] += 1;
        }
    }
    commit();
}

void MapPyramid::appendMissing() {
    prepare();
    std::fill(m_new.strongest.begin(), m_new.strongest.end(), kCellMissing);
    commit();
}

void MapPyramid::appendJoined(int level, std::int64_t rows, std::span<const float> values,
                              std::span<const float> weights) {
    m_finest = m_rows == 0 ? level : m_finest;
    prepare();
    const std::size_t columns = std::min(m_new.strongest.size(), values.size());
    for (std::size_t c = 0; c < columns; ++c) {
        m_new.strongest[c] = values[c];
        m_maximum = std::max(m_maximum, values[c]);
        if (m_pooling == Pooling::Mean && c < weights.size() && values[c] >= 0) {
            m_new.sums[c] = values[c] * weights[c];
            m_new.weights[c] = weights[c];
        }
    }
    const std::int64_t end = m_rows + rows;
    commit();
    m_rows = end;
}

void MapPyramid::commit() {
    for (std::size_t k = 0; k < m_levels.size(); ++k) {
        const auto index = static_cast<std::size_t>(m_rows >> (m_finest + static_cast<int>(k)));
        auto& level = m_levels[k];
        if (level.size() <= index) {
            level.resize(index + 1);
        }
        Row& row = level[index];
        const std::size_t columns = m_new.strongest.size();
        row.strongest.resize(std::max(columns, row.strongest.size()), kCellFuture);
        row.sums.resize(m_pooling == Pooling::Mean ? row.strongest.size() : 0);
        row.weights.resize(row.sums.size());
        for (std::size_t c = 0; c < columns; ++c) {
            row.strongest[c] = std::max(row.strongest[c], m_new.strongest[c]);
        }
        for (std::size_t c = 0; c < m_new.sums.size(); ++c) {
            row.sums[c] += m_new.sums[c];
            row.weights[c] += m_new.weights[c];
        }
        // Halve the new row in place for the next level.
        const std::size_t half = (columns + 1) / 2;
        for (std::size_t c = 0; c < half; ++c) {
            const bool pair = 2 * c + 1 < columns;
            m_new.strongest[c] =
                pair ? std::max(m_new.strongest[2 * c], m_new.strongest[2 * c + 1]) : m_new.strongest[2 * c];
            if (m_pooling == Pooling::Mean) {
                m_new.sums[c] = m_new.sums[2 * c] + (pair ? m_new.sums[2 * c + 1] : 0.0F);
                m_new.weights[c] = m_new.weights[2 * c] + (pair ? m_new.weights[2 * c + 1] : 0.0F);
            }
        }
        m_new.strongest.resize(half);
        m_new.sums.resize(m_pooling == Pooling::Mean ? half : 0);
        m_new.weights.resize(m_pooling == Pooling::Mean ? half : 0);
    }
    ++m_rows;
}

float MapPyramid::at(int level, std::int64_t row, std::int64_t column) const {
    const int place = level - m_finest;
    if (place < 0 || place >= static_cast<int>(m_levels.size()) || row < 0 || column < 0) {
        return kCellFuture;
    }
    const auto& rows = m_levels[static_cast<std::size_t>(place)];
    if (row >= static_cast<std::int64_t>(rows.size())) {
        return kCellFuture;
    }
    const Row& found = rows[static_cast<std::size_t>(row)];
    const auto at = static_cast<std::size_t>(column);
    if (at >= found.strongest.size()) {
        return kCellFuture;
    }
    const bool mean = m_pooling == Pooling::Mean && found.weights[at] > 0;
    return mean ? found.sums[at] / found.weights[at] : found.strongest[at];
}

float MapPyramid::strongest(int level, std::int64_t row, std::int64_t column, int count) const {
    const int place = level - m_finest;
    float largest = kCellFuture;
    if (place < 0 || place >= static_cast<int>(m_levels.size()) || row < 0 || column < 0 ||
        row >= static_cast<std::int64_t>(m_levels[static_cast<std::size_t>(place)].size())) {
        return largest;
    }
    const std::vector<float>& cells =
        m_levels[static_cast<std::size_t>(place)][static_cast<std::size_t>(row)].strongest;
    const auto end = std::min(cells.size(), static_cast<std::size_t>(column + count));
    for (auto c = static_cast<std::size_t>(column); c < end; ++c) {
        largest = std::max(largest, cells[c]);
    }
    return largest;
}

}  // namespace kvw::wb
