// SPDX-License-Identifier: Apache-2.0
/// Figure of the attention maps of several layers and lanes on one scale.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/figures/builders/figure_attention.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"
#include "core/trace/pooled_maps.h"

namespace kvw::figures {
namespace {

/// Most panels side by side, and cells of all panels together: a page of a paper shows no more.
constexpr std::int32_t kMostAcross = 8, kGridCells = 1 << 18, kLeastSide = 32;

/// Returns the layers of the trace that have maps.
std::vector<std::int32_t> layersWithMaps(const Trace& trace) {
    if (const PooledMaps* maps = trace.pooledMaps()) {
        return maps->layers();
    }
    std::vector<std::int32_t> all(static_cast<std::size_t>(trace.shape().layers));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// Returns how many panels stand side by side: the layers of each lane, or a grid of its own for a lane.
std::int32_t panelsAcross(std::int32_t panels, std::size_t lanes) {
    const std::int32_t ofLane = lanes == 0 ? panels : panels / static_cast<std::int32_t>(lanes);
    if (lanes > 1 || ofLane <= 4) {
        return std::clamp(ofLane, 1, kMostAcross);
    }
    return std::min(kMostAcross, static_cast<std::int32_t>(std::ceil(std::sqrt(ofLane))));
}

}  // namespace

FigureSpec attentionGrid(const Recording& recording, const AttentionFigure& wanted) {
    AttentionFigure what = wanted;
    what.marginsAt.reset();
    what.ofLayers = true;
    std::vector<std::int32_t> lanes = lanesOf(recording);
    if (what.lanes) {
        std::erase_if(lanes, [&what](std::int32_t lane) { return !std::ranges::binary_search(*what.lanes, lane); });
    }
    what.lanes = lanes == lanesOf(recording) ? std::nullopt : std::optional(lanes);
    std::vector<std::pair<std::int32_t, std::int32_t>> cells;  // lane, layer
    for (const std::int32_t lane : lanes) {
        for (const std::int32_t layer : what.layers.value_or(layersWithMaps(recording.trace(lane)))) {
            if (layer < recording.trace(lane).shape().layers) {
                cells.emplace_back(lane, layer);
            }
        }
    }
    FigureSpec figure = startFigure(
        recording, 0, attentionLanesId("attention-grid", what), attentionTitle("Attention of several layers", what),
        fmt::format("Attention of each step to the tokens held, {}, on one colour scale; evicted tokens have no value, "
                    "which is not zero.",
                    headPart(what.head).english()));
    const auto ofPanel = kGridCells / std::max<std::int32_t>(1, static_cast<std::int32_t>(cells.size()));
    what.side = std::clamp(static_cast<std::int32_t>(std::sqrt(ofPanel)), kLeastSide, kMapSide);
    double high = 0;
    std::vector<std::int32_t> shown;
    for (const auto& [lane, layer] : cells) {
        what.layer = layer;
        FigurePanel panel = std::move(attention(recording, lane, what).panels[0]);
        if (panel.empty()) {
            continue;
        }
        panel.title = lanes.size() > 1 ? fmt::format("layer {}, {}", layer, laneLabel(recording, lane))
                                       : fmt::format("layer {}", layer);
        if (shown.empty() || shown.back() != lane) {
            shown.push_back(lane);
        }
        high = std::max(high, panel.maps[0].maximum);
        figure.panels.push_back(std::move(panel));
    }
    for (FigurePanel& panel : figure.panels) {
        setAttentionScale(panel.maps[0], high, what.linear);
    }
    describeLanes(figure, recording, shown);
    figure.columns = panelsAcross(static_cast<std::int32_t>(figure.panels.size()), shown.size());
    return figure;
}

}  // namespace kvw::figures
