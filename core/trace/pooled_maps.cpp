// SPDX-License-Identifier: Apache-2.0
#include "core/trace/pooled_maps.h"

#include <algorithm>
#include <utility>

namespace kvw {

void PooledCell::join(const PooledCell& other, MapPool pool) noexcept {
    value = pool == MapPool::Mean ? value + other.value
            : other.held == 0     ? value
            : held == 0           ? other.value
                                  : std::max(value, other.value);
    held += other.held;
    entries += other.entries;
}

float PooledCell::shown(MapPool pool) const noexcept {
    return held == 0 ? kMissingF : static_cast<float>(pool == MapPool::Mean ? value / held : value);
}

PooledMaps::PooledMaps(const TraceShape& shape, MapPooling pooling, std::int64_t expected)
    : m_shape(shape), m_heads(static_cast<std::size_t>(shape.queryHeads)), m_pooling(std::move(pooling)) {
    for (std::int32_t layer = 0; layer < shape.layers; ++layer) {
        if (m_pooling.has(layer)) {
            m_layers.push_back(layer);
        }
    }
    for (std::size_t i = 0; i < m_layers.size() * mapsPerLayer(); ++i) {
        m_maps.push_back(std::make_unique<Cells>());
    }
    while (expected > 0 && (expected - 1) >> m_level >= m_pooling.side) {
        ++m_level;
    }
}

PooledMaps::PooledMaps(const TraceShape& shape, const PooledMaps& like) : PooledMaps(shape, like.m_pooling, 0) {
    const std::lock_guard lock(like.m_mutex);
    m_level = like.m_level;
}

bool PooledMaps::has(std::int32_t layer) const noexcept {
    return std::ranges::binary_search(m_layers, layer);
}

std::size_t PooledMaps::placeOf(std::int32_t layer, std::int32_t head) const noexcept {
    const auto place = std::ranges::lower_bound(m_layers, layer) - m_layers.begin();
    return static_cast<std::size_t>(place) * mapsPerLayer() + static_cast<std::size_t>(head + 1);
}

std::int64_t PooledMaps::steps() const {
    const std::lock_guard lock(m_mutex);
    return m_steps;
}

std::int64_t PooledMaps::cellSize() const {
    const std::lock_guard lock(m_mutex);
    return std::int64_t{1} << m_level;
}

std::int64_t PooledMaps::bytes() const {
    const std::lock_guard lock(m_mutex);
    return static_cast<std::int64_t>(PooledMap::at(rows(), 0) * m_maps.size() * sizeof(PooledCell));
}

std::optional<PooledMap> PooledMaps::map(std::int32_t layer, std::int32_t head) const {
    if (!has(layer) || head < -1 || head >= (m_pooling.heads ? m_shape.queryHeads : 0)) {
        return std::nullopt;
    }
    const std::lock_guard lock(m_mutex);
    if (m_steps == 0) {
        return std::nullopt;
    }
    PooledMap map{m_level, static_cast<std::int32_t>(rows()), m_pooling.pool, {}, m_steps};
    map.cells.resize(PooledMap::at(rows(), 0));
    const Cells& cells = *m_maps[placeOf(layer, head)];
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
        if (const PooledCell* cell = cells.find(i); cell != nullptr) {
            map.cells[i] = *cell;
        }
    }
    return map;
}

void PooledMaps::makeRoom(std::int64_t step) {
    while (step >> m_level >= m_pooling.side) {
        doubleCells();
    }
    m_first = m_steps == 0 ? step : std::min(m_first, step);
    m_steps = std::max(m_steps, step + 1);
}

void PooledMaps::doubleCells() {
    const std::int64_t before = rows(), after = (before + 1) / 2;
    for (const auto& map : m_maps) {
        // A joined cell lies before all cells that are still to be joined.
        for (std::int64_t row = 0; row < after; ++row) {
            for (std::int64_t column = 0; column <= row; ++column) {
                PooledCell joined;
                for (std::int64_t r = 2 * row; r < std::min(2 * row + 2, before); ++r) {
                    for (std::int64_t c = 2 * column; c <= std::min(2 * column + 1, r); ++c) {
                        joined.join(map->make(PooledMap::at(r, c)), m_pooling.pool);
                    }
                }
                map->make(PooledMap::at(row, column)) = joined;
            }
        }
        for (std::size_t i = PooledMap::at(after, 0); i < PooledMap::at(before, 0); ++i) {
            map->make(i) = {};
        }
    }
    ++m_level;
}

void PooledMaps::add(std::int64_t step, std::int32_t layer,
                     std::span<const std::span<const std::int32_t>> unitTokens,
                     std::span<const std::span<const float>> headProbs) {
    if (!has(layer) || headProbs.size() != m_heads || unitTokens.size() != static_cast<std::size_t>(m_shape.units)) {
        return;
    }
    const auto tokensOf = [&](std::size_t head) {
        return unitTokens[static_cast<std::size_t>(m_shape.unitOf(static_cast<std::int32_t>(head)))];
    };
    m_sums.assign(static_cast<std::size_t>(step) + 1, -1.0F);
    const float share = 1.0F / static_cast<float>(m_heads);
    for (std::size_t head = 0; head < m_heads; ++head) {
        const std::span<const std::int32_t> tokens = tokensOf(head);
        for (std::size_t i = 0; i < tokens.size() && i < headProbs[head].size(); ++i) {
            if (const auto token = static_cast<std::size_t>(tokens[i]); token < m_sums.size()) {
                m_sums[token] = std::max(m_sums[token], 0.0F) + headProbs[head][i] * share;
            }
        }
    }
    m_tokens.clear();
    m_weights.clear();
    for (std::size_t token = 0; token < m_sums.size(); ++token) {
        if (m_sums[token] >= 0) {
            m_tokens.push_back(static_cast<std::int32_t>(token));
            m_weights.push_back(m_sums[token]);
        }
    }
    const std::lock_guard lock(m_mutex);
    makeRoom(step);
    addRow(*m_maps[placeOf(layer, -1)], step, m_tokens, m_weights);
    for (std::size_t head = 0; m_pooling.heads && head < m_heads; ++head) {
        addRow(*m_maps[placeOf(layer, static_cast<std::int32_t>(head))], step, tokensOf(head), headProbs[head]);
    }
}

void PooledMaps::addRow(Cells& cells, std::int64_t step, std::span<const std::int32_t> tokens,
                        std::span<const float> weights) {
    const std::int64_t row = step >> m_level;
    m_row.assign(static_cast<std::size_t>(row) + 1, {});
    for (std::int64_t column = 0; column <= row; ++column) {
        const std::int64_t begin = column << m_level, end = std::min((column + 1) << m_level, step + 1);
        m_row[static_cast<std::size_t>(column)].entries = static_cast<std::uint32_t>(end - begin);
    }
    for (std::size_t i = 0; i < tokens.size() && i < weights.size(); ++i) {
        const auto column = static_cast<std::size_t>(tokens[i] >> m_level);
        if (tokens[i] >= 0 && column < m_row.size()) {
            m_row[column].join({static_cast<double>(weights[i]), 1, 0}, m_pooling.pool);
        }
    }
    for (std::size_t column = 0; column < m_row.size(); ++column) {
        cells.make(PooledMap::at(row, 0) + column).join(m_row[column], m_pooling.pool);
    }
}

void PooledMaps::addCells(const PooledMaps& other, std::int64_t rows) {
    const int finer = m_level - other.m_level;
    for (std::size_t map = 0; map < m_maps.size(); ++map) {
        for (std::int64_t row = other.m_first >> other.m_level; row < rows; ++row) {
            for (std::int64_t column = 0; column <= row; ++column) {
                const PooledCell* cell = other.m_maps[map]->find(PooledMap::at(row, column));
                if (cell != nullptr && cell->entries > 0) {
                    m_maps[map]->make(PooledMap::at(row >> finer, column >> finer)).join(*cell, m_pooling.pool);
                }
            }
        }
    }
}

void PooledMaps::add(const PooledMaps& other) {
    const std::scoped_lock lock(m_mutex, other.m_mutex);
    if (other.m_steps == 0 || other.m_maps.size() != m_maps.size()) {
        return;
    }
    makeRoom(other.m_first);
    makeRoom(other.m_steps - 1);
    while (m_level < other.m_level) {
        doubleCells();
    }
    addCells(other, other.rows());
}

void PooledMaps::clear() {
    const std::lock_guard lock(m_mutex);
    const std::size_t end = PooledMap::at(rows(), 0);
    for (const auto& map : m_maps) {
        for (std::size_t i = PooledMap::at(m_first >> m_level, 0); i < end; ++i) {
            if (PooledCell* cell = map->find(i); cell != nullptr) {
                *cell = {};
            }
        }
    }
    m_first = m_steps = 0;
}

void PooledMaps::copy(const PooledMaps& other, std::int64_t steps) {
    const std::scoped_lock lock(m_mutex, other.m_mutex);
    m_level = other.m_level;
    const std::int64_t whole = other.m_steps <= steps ? other.rows() : steps >> m_level;
    m_first = other.m_first;
    m_steps = other.m_steps <= steps ? other.m_steps : whole << m_level;
    addCells(other, whole);
}

void PooledMaps::restore(int level, std::int64_t steps) noexcept {
    m_level = level;
    m_steps = steps;
}

void PooledMaps::restore(std::int32_t layer, std::int32_t head, std::span<const PooledCell> cells) {
    Cells& map = *m_maps[placeOf(layer, head)];
    for (std::size_t i = 0; i < cells.size(); ++i) {
        map.make(i) = cells[i];
    }
}

}  // namespace kvw
