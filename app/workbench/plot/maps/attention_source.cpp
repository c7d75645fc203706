// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/maps/attention_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>


namespace kvw::wb {

float MapWindow::at(std::int64_t row, std::int64_t column) const {
    const std::int64_t r = (row - row0) >> level;
    const std::int64_t c = (column - column0) >> level;
    if (row < row0 || column < column0 || r >= rows || c >= columns) {
        return kCellFuture;
    }
    return values[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)];
}

QImage paintMap(const MapWindow& window, const MapColors& colors) {
    constexpr std::size_t kShades = 512;
    std::array<QRgb, kShades> shades;
    for (std::size_t i = 0; i < kShades; ++i) {
        shades[i] = sequentialColor(static_cast<double>(i) / (kShades - 1), colors.shades).rgb();
    }
    const auto low = static_cast<float>(colors.logarithmic ? std::log(colors.low) : colors.low);
    const auto high = static_cast<float>(colors.logarithmic ? std::log(colors.high) : colors.high);
    const float scale = high > low ? static_cast<float>(kShades - 1) / (high - low) : 0.0F;
    QImage image(std::max(1, window.columns), std::max(1, window.rows), QImage::Format_ARGB32_Premultiplied);
    image.fill(colors.future);
    for (int r = 0; r < window.rows; ++r) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(r));
        const float* values =
            window.values.data() + static_cast<std::size_t>(r) * static_cast<std::size_t>(window.columns);
        for (int c = 0; c < window.columns; ++c) {
            const float value = values[c];
            if (value >= 0) {
                const float shown = colors.logarithmic ? (value > 0 ? std::log(value) : low) : value;
                const float place = std::clamp((shown - low) * scale, 0.0F, static_cast<float>(kShades - 1));
                line[c] = shades[static_cast<std::size_t>(place)];
            } else if (value == kCellEvicted) {
                line[c] = 0;
            } else {
                line[c] = value == kCellMissing ? colors.missing : colors.future;
            }
        }
    }
    return image;
}

AttentionSource::AttentionSource(AttentionKey key) : m_key(std::move(key)), m_pyramid(m_key.pooling) {}

const PooledMaps* AttentionSource::pooled() const {
    return m_key.recording->trace(m_key.lane).pooledMaps();
}

/// Takes the whole map again: any row of cells may have changed.
void AttentionSource::takePooled(const PooledMaps& maps, std::int64_t steps) {
    if (steps == std::exchange(m_pooledAt, steps)) {
        return;
    }
    const bool mean = maps.pooling().pool == MapPool::Mean;
    m_pyramid = MapPyramid(mean ? Pooling::Mean : Pooling::Max, static_cast<int>(MapPooling::kMostSide));
    const auto map = maps.map(m_key.layer, maps.pooling().heads ? m_key.head : -1);
    std::vector<float> values, weights;
    for (std::int64_t row = 0; map && row < map->rows; ++row) {
        values.clear();
        weights.clear();
        for (std::int64_t column = 0; column <= row; ++column) {
            const PooledCell& cell = map->cells[PooledMap::at(row, column)];
            values.push_back(cell.held > 0 ? cell.shown(map->pool) : cell.entries > 0 ? kCellEvicted : kCellMissing);
            weights.push_back(static_cast<float>(cell.held));
        }
        const std::int64_t rows = std::min(map->steps - (row << map->level), map->cellSize());
        m_pyramid.appendJoined(map->level, rows, values, weights);
    }
}

void AttentionSource::update(const std::function<bool()>& stale) {
    const Trace& trace = m_key.recording->trace(m_key.lane);
    const std::int64_t steps = trace.steps();
    if (const PooledMaps* maps = pooled()) {
        takePooled(*maps, steps);
        return;
    }
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    while (m_pyramid.rows() < steps && !stale()) {
        if (attentionRow(trace, m_pyramid.rows(), m_key.layer, m_key.head, tokens, values)) {
            m_pyramid.append(tokens, values);
        } else {
            m_pyramid.appendMissing();
            tokens.clear();
        }
        if (m_key.margins) {
            m_columns.append(tokens, values);
        }
    }
}

void AttentionSource::fillFromRows(MapWindow& window, std::vector<double>& inColumn) const {
    const Trace& trace = m_key.recording->trace(m_key.lane);
    const auto columns = static_cast<std::size_t>(window.columns);
    std::vector<float> counts(m_key.pooling == Pooling::Mean ? window.values.size() : 0, 0.0F);
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    const std::int64_t end =
        std::min(window.row0 + (static_cast<std::int64_t>(window.rows) << window.level), m_pyramid.rows());
    for (std::int64_t row = window.row0; row < end; ++row) {
        const auto line = static_cast<std::size_t>((row - window.row0) >> window.level);
        const std::size_t first = line * columns;
        const bool recorded = attentionRow(trace, row, m_key.layer, m_key.head, tokens, values);
        const std::int64_t known = row < window.column0 ? 0 : ((row - window.column0) >> window.level) + 1;
        for (std::size_t c = 0; c < std::min(columns, static_cast<std::size_t>(known)); ++c) {
            window.values[first + c] = std::max(window.values[first + c], recorded ? kCellEvicted : kCellMissing);
        }
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const std::int64_t column = (tokens[i] - window.column0) >> window.level;
            if (tokens[i] < window.column0 || column >= window.columns || !(values[i] >= 0)) {
                continue;
            }
            window.means[static_cast<std::size_t>(column)] += static_cast<double>(values[i]);
            inColumn[static_cast<std::size_t>(column)] += 1;
            window.largest[line] = std::max(window.largest[line], values[i]);
            const std::size_t cell = first + static_cast<std::size_t>(column);
            if (counts.empty()) {
                window.values[cell] = std::max(window.values[cell], values[i]);
            } else {
                window.values[cell] = std::max(window.values[cell], 0.0F) + values[i];
                counts[cell] += 1;
            }
        }
    }
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
        if (counts[cell] > 1) {
            window.values[cell] /= counts[cell];
        }
    }
}

MapWindow AttentionSource::window(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t columnBegin,
                                  std::int64_t columnEnd, int mostRows, int mostColumns) const {
    MapWindow window;
    window.maximum = m_pyramid.maximum();
    rowBegin = std::clamp<std::int64_t>(rowBegin, 0, m_pyramid.rows());
    rowEnd = std::clamp<std::int64_t>(rowEnd, rowBegin, m_pyramid.rows());
    columnBegin = std::clamp<std::int64_t>(columnBegin, 0, rowEnd);
    columnEnd = std::clamp<std::int64_t>(columnEnd, columnBegin, rowEnd);
    if (rowBegin == rowEnd || columnBegin == columnEnd) {
        return window;
    }
    const auto cells = [&](std::int64_t begin, std::int64_t end) {
        return ((end - 1) >> window.level) - (begin >> window.level) + 1;
    };
    window.level = pooled() == nullptr ? 0 : m_pyramid.finest();
    while (cells(rowBegin, rowEnd) > std::max(1, mostRows) ||
           cells(columnBegin, columnEnd) > std::max(1, mostColumns)) {
        ++window.level;
    }
    window.level = std::min(window.level, m_pyramid.coarsest());
    window.row0 = (rowBegin >> window.level) << window.level;
    window.column0 = (columnBegin >> window.level) << window.level;
    window.rows = static_cast<int>(cells(rowBegin, rowEnd));
    window.columns = static_cast<int>(cells(columnBegin, columnEnd));
    window.values.assign(static_cast<std::size_t>(window.rows) * static_cast<std::size_t>(window.columns), kCellFuture);
    window.largest.assign(static_cast<std::size_t>(window.rows), kCellFuture);
    window.means.assign(static_cast<std::size_t>(window.columns), 0);
    std::vector<double> counts(window.means.size());
    if (window.level < m_pyramid.finest()) {
        fillFromRows(window, counts);
    } else {
        fillFromPyramid(window, counts);
    }
    for (std::size_t c = 0; c < counts.size(); ++c) {
        window.means[c] = counts[c] > 0 ? window.means[c] / counts[c] : kMissing;
    }
    return window;
}

void AttentionSource::fillFromPyramid(MapWindow& window, std::vector<double>& inColumn) const {
    for (int r = 0; r < window.rows; ++r) {
        window.largest[static_cast<std::size_t>(r)] = m_pyramid.strongest(
            window.level, (window.row0 >> window.level) + r, window.column0 >> window.level, window.columns);
        for (int c = 0; c < window.columns; ++c) {
            window.values[static_cast<std::size_t>(r) * static_cast<std::size_t>(window.columns) +
                          static_cast<std::size_t>(c)] =
                m_pyramid.at(window.level, (window.row0 >> window.level) + r, (window.column0 >> window.level) + c);
        }
    }
    if (m_key.margins && pooled() == nullptr) {
        addColumns(window, inColumn);
    }
}

void AttentionSource::addColumns(MapWindow& window, std::vector<double>& inColumn) const {
    const std::int64_t end =
        std::min(window.row0 + (static_cast<std::int64_t>(window.rows) << window.level), m_columns.rows());
    const auto add = [&](std::int64_t token, double sum, double count) {
        const std::int64_t column = (token - window.column0) >> window.level;
        if (token >= window.column0 && column < window.columns) {
            window.means[static_cast<std::size_t>(column)] += sum;
            inColumn[static_cast<std::size_t>(column)] += count;
        }
    };
    const ColumnSums::Range known = m_columns.within(window.row0, end);
    for (std::size_t i = 0; i < known.sums.size(); ++i) {
        add(static_cast<std::int64_t>(i) << m_columns.level(), known.sums[i], known.counts[i]);
    }
    const Trace& trace = m_key.recording->trace(m_key.lane);
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    const auto read = [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t row = from; row < to; ++row) {
            if (!attentionRow(trace, row, m_key.layer, m_key.head, tokens, values)) {
                continue;
            }
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                if (values[i] >= 0) {
                    add(tokens[i], static_cast<double>(values[i]), 1);
                }
            }
        }
    };
    read(window.row0, known.begin);
    read(known.end, end);
}

}  // namespace kvw::wb
