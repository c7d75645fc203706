// SPDX-License-Identifier: Apache-2.0
/// Figures of the attention maps of several lanes, or of several layers and lanes, on one scale.
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
constexpr std::int32_t kMostAcross = 8, kGridCells = 1 << 18, kLeastCells = 32;

/// Returns the layers of the trace that have maps.
std::vector<std::int32_t> layersWithMaps(const Trace& trace) {
    if (const PooledMaps* maps = trace.pooledMaps()) {
        return maps->layers();
    }
    std::vector<std::int32_t> all(static_cast<std::size_t>(trace.shape().layers));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// Returns the lanes that `what` names and that have a trace; these being all, it names none afterwards.
std::vector<std::int32_t> takeLanes(const Recording& recording, AttentionFigure& what) {
    std::vector<std::int32_t> lanes = lanesOf(recording);
    if (what.lanes) {
        std::erase_if(lanes, [&what](std::int32_t lane) { return !std::ranges::binary_search(*what.lanes, lane); });
    }
    what.lanes = lanes == lanesOf(recording) ? std::nullopt : std::optional(lanes);
    return lanes;
}

using LaneLayers = std::vector<std::pair<std::int32_t, std::int32_t>>;  ///< lanes and layers

/// Adds a panel for each cell that has rows, on one colour scale. Returns the number of lanes that are shown.
std::size_t addMaps(FigureSpec& figure, const Recording& recording, AttentionFigure what, const LaneLayers& cells,
                    bool severalLanes) {
    double high = 0;
    std::vector<std::int32_t> shown;
    for (const auto& [lane, layer] : cells) {
        what.layer = layer;
        std::optional<double> sinks;
        FigurePanel panel = std::move(attention(recording, lane, what, &sinks).panels[0]);
        if (panel.empty()) {
            continue;
        }
        figure.caption += shown.empty() && !what.ofLayers ? sinkSentence(sinks) : std::string();
        const std::string ofLane = laneLabel(recording, lane);
        panel.title = !what.ofLayers ? ofLane
                      : severalLanes ? fmt::format("layer {}, {}", layer, ofLane)
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
    return shown.size();
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

FigureSpec attentionLanes(const Recording& recording, const AttentionFigure& wanted) {
    constexpr std::int32_t kMostBeside = 4;
    AttentionFigure what = wanted;
    what.marginsAt.reset();
    const std::vector<std::int32_t> lanes = takeLanes(recording, what);
    LaneLayers cells;
    for (const std::int32_t lane : lanes) {
        cells.emplace_back(lane, what.layer);
    }
    FigureSpec figure = startFigure(
        recording, 0, attentionLanesId("attention-lanes", what), attentionTitle("Attention of several lanes", what),
        fmt::format(
            "Attention of each step to the tokens held, layer {}, {}, on one colour scale; evicted tokens have no "
            "value, which is not zero.",
            what.layer, headPart(what.head).english()));
    const auto count = static_cast<std::int32_t>(addMaps(figure, recording, what, cells, lanes.size() > 1));
    figure.columns = std::max(1, count > kMostBeside ? (count + 1) / 2 : count);
    return figure;
}

FigureSpec attentionGrid(const Recording& recording, const AttentionFigure& wanted) {
    AttentionFigure what = wanted;
    what.marginsAt.reset();
    what.ofLayers = true;
    const std::vector<std::int32_t> lanes = takeLanes(recording, what);
    LaneLayers cells;
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
    what.side = std::clamp(static_cast<std::int32_t>(std::sqrt(ofPanel)), kLeastCells, kMapSide);
    const std::size_t shown = addMaps(figure, recording, what, cells, lanes.size() > 1);
    figure.columns = panelsAcross(static_cast<std::int32_t>(figure.panels.size()), shown);
    return figure;
}

}  // namespace kvw::figures
