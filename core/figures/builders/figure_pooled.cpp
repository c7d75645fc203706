// SPDX-License-Identifier: Apache-2.0
#include "core/figures/builders/figure_pooled.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/text_format.h"
#include "core/figures/builders/figure_parts.h"

namespace kvw::figures {
namespace {

/// Bins of whole cells, by step or token.
Bins binsOfCells(const PooledMap& map, const std::optional<Range>& range, std::int32_t side) {
    const std::int64_t last = std::int64_t{map.rows} - 1;
    const auto cellOf = [&](std::int64_t at) { return std::min(at >> map.level, last); };
    const Range cells = range ? Range{cellOf(range->first), cellOf(range->last)} : Range{0, last};
    Bins bins(cells, side);
    bins.first <<= map.level;
    bins.length <<= map.level;
    bins.size <<= map.level;
    return bins;
}

}  // namespace

std::int32_t firstMapLayer(const Trace& trace) {
    const PooledMaps* maps = trace.pooledMaps();
    return maps == nullptr || maps->layers().empty() ? 0 : maps->layers().front();
}

std::optional<FigureMap> pooledMap(const PooledMap& map, const std::optional<Range>& steps,
                                   const std::optional<Range>& tokens, std::int32_t side) {
    const Bins across = binsOfCells(map, tokens, side), down = binsOfCells(map, steps, side);
    FigureMap figure = startMap(across, down);
    std::fill(figure.cells.begin(), figure.cells.end(), FigureCell::Future);
    std::vector<PooledCell> joined(figure.cells.size());
    float most = 0;
    for (std::int64_t row = 0; row < map.rows; ++row) {
        for (std::int64_t column = 0; column <= row; ++column) {
            const PooledCell& cell = map.cells[PooledMap::at(row, column)];
            most = std::fmax(most, cell.shown(map.pool));
            const std::int64_t step = row << map.level, token = column << map.level;
            if (down.holds(step) && across.holds(token)) {
                const std::size_t at = figure.at(down.of(step), across.of(token));
                joined[at].join(cell, map.pool);
                figure.cells[at] = FigureCell::Missing;
            }
        }
    }
    bool any = false;
    for (std::size_t at = 0; at < joined.size(); ++at) {
        any = any || joined[at].entries > 0;
        if (joined[at].held > 0) {
            figure.set(at, joined[at].shown(map.pool));
        } else if (joined[at].entries > 0) {
            figure.cells[at] = FigureCell::Evicted;
        }
    }
    if (!any) {
        return std::nullopt;
    }
    figure.maximum = most > 0 ? bundle::shortestDouble(most) : 1;
    figure.label = fmt::format("attention, {} of {} × {}", map.pool == MapPool::Mean ? "mean" : "max", down.size,
                               across.size);
    return figure;
}

}  // namespace kvw::figures
