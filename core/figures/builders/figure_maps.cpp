// SPDX-License-Identifier: Apache-2.0
/// Figure of the tokens that a layer holds, step by step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/analysis/cache_cells.h"
#include "core/analysis/protection.h"
#include "core/base/text_format.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

/// Categories of a cell; where a cell of the map pools several, the last of them shows.
enum Category { kMapEvicted, kMapHeld, kMapPinned, kMapSink, kMapRecent };

/// Returns the category of a held token; pinned and protected tokens have their own colours.
Category categoryOf(std::int32_t token, std::int64_t step, const ProtectedEnds& ends,
                    const std::vector<std::int32_t>& pins) {
    return std::binary_search(pins.begin(), pins.end(), token) ? kMapPinned
           : token < ends.sinks                                ? kMapSink
           : token > step - ends.recent                        ? kMapRecent
                                                               : kMapHeld;
}

/// Sets the names of the categories; "pinned" only if a token is.
void nameCategories(FigureMap& map) {
    map.categories = {"evicted", "held", "pinned", "sink", "recent"};
    const bool pinned =
        std::find(map.values.begin(), map.values.end(), static_cast<float>(kMapPinned)) != map.values.end();
    if (!pinned) {
        map.categories.erase(map.categories.begin() + kMapPinned);
        for (float& value : map.values) {
            value -= value > static_cast<float>(kMapPinned) ? 1 : 0;
        }
    }
    map.maximum = static_cast<double>(map.categories.size()) - 1;
}

struct KeepsetFigure {
    std::int32_t layer = -1, unit = -1;
};

/// Names the settings in the order of the id.
void keepsetWords(FigureCodec& codec, KeepsetFigure& what, const Trace& trace) {
    codec.needed("layer", what.layer, trace.shape().layers);
    codec.number("head", what.unit, trace.shape().units);
}

}  // namespace

std::optional<FigureSpec> keepsetOf(const Recording& recording, std::int32_t lane, const FigureRequest& request) {
    const auto what = figureIn(request, "keepset", KeepsetFigure(), keepsetWords, recording.trace(lane));
    return what ? std::optional(keepset(recording, lane, what->layer, what->unit)) : std::nullopt;
}

FigureSpec keepset(const Recording& recording, std::int32_t lane, std::int32_t layer, std::int32_t unit) {
    const Trace& trace = recording.trace(lane);
    const Protections protections(recording, lane);
    const std::string head = unit < 0 ? "" : fmt::format(", head {}", unit);
    FigureSpec figure = startFigure(
        recording, lane, figureId("keepset", KeepsetFigure{layer, unit}, keepsetWords, trace),
        FigureTitle("Tokens held").with(numbered("layer %1", layer)).with(numbered("head %1", unit), unit >= 0),
        fmt::format("Which tokens layer {}{} holds after each step.", layer, head));
    FigurePanel panel = startPanel({}, stepAxis(), {"token", "index"});
    const Bins bins(trace.steps(), kMapSide);
    FigureMap map = startMap(bins, bins);
    map.label = "state";
    map.scale = FigureScale::Categories;
    std::fill(map.cells.begin(), map.cells.end(), FigureCell::Future);
    for (std::int32_t column = 0; column < bins.count; ++column) {
        const std::int64_t step = bins.end(column) - 1;
        const std::vector<std::int32_t> evicted = trace.evictedAt(step, layer, unit);
        const ProtectedEnds ends = protections.at(step);
        const std::vector<std::int32_t> pins = pinnedTokens(trace, step);
        for (std::int64_t token = 0; token <= step; ++token) {
            const bool held = evicted[static_cast<std::size_t>(token)] < 0;
            const Category category =
                held ? categoryOf(static_cast<std::int32_t>(token), step, ends, pins) : kMapEvicted;
            map.raise(map.at(bins.of(token), column), static_cast<float>(category));
        }
    }
    nameCategories(map);
    if (bins.count > 0) {
        panel.maps.push_back(std::move(map));
    }
    addMarks(panel, recording, lane);
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace kvw::figures
