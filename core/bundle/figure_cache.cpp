// SPDX-License-Identifier: Apache-2.0
/// The figure of the cache at one step: layers by tokens, and what the evicted ones were worth afterwards.
#include <fmt/format.h>

#include "core/bundle/figure_cache.h"
#include "core/bundle/figure_parts.h"
#include "core/bundle/figures.h"
#include "core/trace/ghosts.h"

namespace kvw::figures {
namespace {

enum Category { kEvicted, kHeld, kSink, kRecent };

FigureAxis tokenAxis() {
    return {"token", "index", false, std::nullopt, std::nullopt};
}

FigureAxis layerAxis() {
    FigureAxis axis{"layer", "", false, std::nullopt, std::nullopt};
    axis.reversed = true;
    return axis;
}

/// A pixel of several tokens shows the strongest: what is held, then what is gone.
void join(FigureMap& map, std::size_t cell, float value) {
    if (map.cells[cell] != FigureCell::Value || value > map.values[cell]) {
        map.cells[cell] = FigureCell::Value;
        map.values[cell] = value;
    }
}

}  // namespace

FigureSpec cacheMap(const Recording& recording, std::int32_t lane, std::int64_t step) {
    const Trace& trace = recording.trace(lane);
    const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
    FigureSpec figure = startFigure(
        recording, lane, fmt::format("cache-map-step-{}", step), fmt::format("Cache at step {}", step),
        fmt::format("Which tokens each layer holds after step {}; below, what the full cache's rows since its eviction "
                    "gave each evicted token (sum over rows, mean over heads).",
                    step));
    FigurePanel held = startPanel("held", tokenAxis(), layerAxis());
    FigurePanel later = startPanel("later attention to evicted tokens", tokenAxis(), layerAxis());
    const Bins columns(step + 1, kMapSide), rows(trace.shape().layers, kMapSide);
    FigureMap states = startMap(columns, rows), missed = startMap(columns, rows);
    states.label = "state";
    states.scale = FigureScale::Categories;
    states.categories = {"evicted", "held", "sink", "recent"};
    states.maximum = kRecent;
    missed.label = "later attention";
    missed.unit = "rows";
    Ghosts ghosts(recording, lane, -1);
    const bool haunted = ghosts.advance(step);
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        const std::vector<std::int32_t> dropped = trace.evictedAt(step, layer, -1);
        for (std::int64_t token = 0; token <= step; ++token) {
            const auto cell = static_cast<std::size_t>(rows.of(layer)) * static_cast<std::size_t>(states.columns) +
                              static_cast<std::size_t>(columns.of(token));
            const bool gone = dropped[static_cast<std::size_t>(token)] >= 0;
            const Category category = gone                         ? kEvicted
                                      : token < info.sinks         ? kSink
                                      : token > step - info.recent ? kRecent
                                                                   : kHeld;
            join(states, cell, static_cast<float>(category));
            if (haunted && gone) {
                join(missed, cell, ghosts.of(layer)[static_cast<std::size_t>(token)]);
            }
        }
    }
    held.maps.push_back(std::move(states));
    if (haunted && ghosts.most() > 0) {
        missed.minimum = 0;
        missed.maximum = static_cast<double>(ghosts.most());
        later.maps.push_back(std::move(missed));
    }
    figure.panels.push_back(std::move(held));
    if (!later.empty()) {
        figure.panels.push_back(std::move(later));
    }
    return figure;
}

}  // namespace kvw::figures
