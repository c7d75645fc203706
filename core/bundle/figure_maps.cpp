// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/bundle/figure_parts.h"
#include "core/bundle/figures.h"
#include "core/bundle/text_format.h"

namespace kvw::figures {
namespace {

/// Six decades: below that a softmax weight is dark in any case, and a logarithmic scale has no zero.
constexpr double kDecades = 1e-6;

std::size_t cellOf(const FigureMap& map, std::int32_t row, std::int32_t column) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(map.columns) + static_cast<std::size_t>(column);
}

/// A pooled cell shows the strongest of what falls into it: a value, else evicted, else missing, else future.
int rank(FigureCell cell) {
    constexpr int kRanks[] = {3, 1, 2, 0};
    return kRanks[static_cast<std::size_t>(cell)];
}

void pool(FigureMap& map, std::size_t cell, FigureCell kind, float value) {
    if (rank(kind) > rank(map.cells[cell])) {
        map.cells[cell] = kind;
    }
    if (kind == FigureCell::Value && !(value <= map.values[cell])) {
        map.values[cell] = value;
    }
}

/// Probabilities by token of one step; NaN where the token is not in the row.
void collect(const AttentionRows& rows, std::int32_t queryHead, std::vector<float>& byToken) {
    std::fill(byToken.begin(), byToken.end(), kMissingF);
    const auto first = queryHead < 0 ? std::size_t{0} : static_cast<std::size_t>(queryHead);
    const std::size_t last = queryHead < 0 ? rows.heads.size() : first + 1;
    const auto scale = 1.0F / static_cast<float>(last - first);
    for (std::size_t head = first; head < last; ++head) {
        const auto& row = rows.heads[head];
        for (std::size_t i = 0; i < row.tokens.size() && i < row.probs.size(); ++i) {
            const auto token = static_cast<std::size_t>(row.tokens[i]);
            if (token < byToken.size()) {
                byToken[token] = (std::isnan(byToken[token]) ? 0.0F : byToken[token]) + row.probs[i] * scale;
            }
        }
    }
}

enum Category { kEvicted, kHeld, kSink, kRecent };

/// Of a held token: what the policy protects has its own colour.
Category categoryOf(std::int64_t token, std::int64_t step, const LaneInfo& lane) {
    return token < lane.sinks ? kSink : token > step - lane.recent ? kRecent : kHeld;
}

}  // namespace

FigureSpec attention(const Recording& recording, std::int32_t lane, std::int32_t layer, std::int32_t queryHead) {
    const Trace& trace = recording.trace(lane);
    const std::string head = queryHead < 0 ? "mean over heads" : fmt::format("query head {}", queryHead);
    FigureSpec figure = startFigure(
        recording, lane,
        fmt::format("attention-layer-{}", layer) + (queryHead < 0 ? "" : fmt::format("-head-{}", queryHead)),
        fmt::format("Attention, layer {}, {}", layer, head),
        fmt::format(
            "Attention of each step to the tokens held, layer {}, {}; evicted tokens have no value, which is not zero.",
            layer, head));
    // As attention maps are printed: a row per query, the first one on top.
    FigureAxis queries = stepAxis();
    queries.reversed = true;
    FigurePanel panel = startPanel({}, {"token", "index", false, std::nullopt, std::nullopt}, queries);
    const std::int64_t steps = trace.steps();
    const Bins bins(steps, kMapSide);
    FigureMap map = startMap(bins, bins);
    map.label = "attention";
    map.scale = FigureScale::Logarithmic;
    std::fill(map.cells.begin(), map.cells.end(), FigureCell::Future);
    bool any = false;
    std::vector<float> byToken;
    std::int32_t missingRow = -1, missingColumns = 0;  // cells of the row that are marked so
    for (std::int64_t step = 0; step < steps; ++step) {
        const auto rows = trace.rows(step, layer);
        if (!rows) {
            // By cell, not by token: long runs often have no rows.
            missingColumns = missingRow == bins.of(step) ? missingColumns : 0;
            missingRow = bins.of(step);
            for (; missingColumns <= bins.of(step); ++missingColumns) {
                pool(map, cellOf(map, missingRow, missingColumns), FigureCell::Missing, kMissingF);
            }
            continue;
        }
        any = true;
        byToken.resize(static_cast<std::size_t>(step) + 1);
        collect(*rows, queryHead, byToken);
        for (std::int64_t token = 0; token <= step; ++token) {
            const float value = byToken[static_cast<std::size_t>(token)];
            pool(map, cellOf(map, bins.of(step), bins.of(token)),
                 std::isnan(value) ? FigureCell::Evicted : FigureCell::Value, value);
        }
    }
    if (any) {
        fitScale(map);
        map.minimum = map.maximum * kDecades;
        panel.maps.push_back(std::move(map));
    }
    addMarks(panel, recording, lane);
    // What was pruned shows as evicted cells; a mark would hide the oldest tokens.
    std::erase_if(panel.marks, [](const FigureMark& mark) { return mark.kind == "prune"; });
    for (FigureMark& mark : panel.marks) {
        mark.vertical = false;
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

FigureSpec attentionLanes(const Recording& recording, const std::vector<std::int32_t>& lanes, std::int32_t layer,
                          std::int32_t queryHead) {
    constexpr std::int32_t kMostBeside = 4;
    const std::string head = queryHead < 0 ? "mean over heads" : fmt::format("query head {}", queryHead);
    FigureSpec figure = startFigure(
        recording, 0,
        fmt::format("attention-lanes-layer-{}", layer) + (queryHead < 0 ? "" : fmt::format("-head-{}", queryHead)),
        fmt::format("Attention of several lanes, layer {}, {}", layer, head),
        fmt::format(
            "Attention of each step to the tokens held, layer {}, {}, on one colour scale; evicted tokens have no "
            "value, which is not zero.",
            layer, head));
    double high = 0;
    std::vector<std::int32_t> shown;
    for (const std::int32_t lane : lanes) {
        if (!recording.hasTrace(lane)) {
            continue;
        }
        FigurePanel panel = std::move(attention(recording, lane, layer, queryHead).panels[0]);
        if (panel.empty()) {
            continue;
        }
        panel.title = laneLabel(recording, lane);
        shown.push_back(lane);
        high = std::max(high, panel.maps[0].maximum);
        figure.panels.push_back(std::move(panel));
    }
    for (FigurePanel& panel : figure.panels) {
        panel.maps[0].maximum = high;
        panel.maps[0].minimum = high * kDecades;
    }
    describeLanes(figure, recording, shown);
    const auto count = static_cast<std::int32_t>(figure.panels.size());
    figure.columns = std::max(1, count > kMostBeside ? (count + 1) / 2 : count);
    return figure;
}

FigureSpec keepset(const Recording& recording, std::int32_t lane, std::int32_t layer, std::int32_t unit) {
    const Trace& trace = recording.trace(lane);
    const LaneInfo& info = recording.description().lanes[static_cast<std::size_t>(lane)];
    const std::string head = unit < 0 ? "" : fmt::format(", head {}", unit);
    FigureSpec figure = startFigure(
        recording, lane, fmt::format("keepset-layer-{}", layer) + (unit < 0 ? "" : fmt::format("-head-{}", unit)),
        fmt::format("Tokens held, layer {}{}", layer, head),
        fmt::format("Which tokens layer {}{} holds after each step.", layer, head));
    FigurePanel panel = startPanel({}, stepAxis(), {"token", "index", false, std::nullopt, std::nullopt});
    const Bins bins(trace.steps(), kMapSide);
    FigureMap map = startMap(bins, bins);
    map.label = "state";
    map.scale = FigureScale::Categories;
    map.categories = {"evicted", "held", "sink", "recent"};
    map.maximum = 3;
    std::fill(map.cells.begin(), map.cells.end(), FigureCell::Future);
    for (std::int32_t column = 0; column < bins.count; ++column) {
        const std::int64_t step = bins.end(column) - 1;
        const std::vector<std::int32_t> evicted = trace.evictedAt(step, layer, unit);
        for (std::int64_t token = 0; token <= step; ++token) {
            const bool held = evicted[static_cast<std::size_t>(token)] < 0;
            const Category category = held ? categoryOf(token, step, info) : kEvicted;
            pool(map, cellOf(map, bins.of(token), column), FigureCell::Value, static_cast<float>(category));
        }
    }
    if (bins.count > 0) {
        panel.maps.push_back(std::move(map));
    }
    addMarks(panel, recording, lane);
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace kvw::figures
