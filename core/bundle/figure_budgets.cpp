// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/figure_budgets.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/bundle/figure_parts.h"
#include "core/bundle/figures.h"
#include "core/bundle/text_format.h"

namespace kvw::figures {
namespace {

struct UnitText {
    const char *id, *title, *what, *label, *unit;
};

constexpr UnitText kUnits[] = {
    {"budgets", "Held tokens per layer", "Tokens each layer holds, mean over its stored heads", "held", "tokens"},
    {"budgets-share", "Held share of the text per layer",
     "Share of the tokens seen so far that each layer holds, mean over its stored heads", "share held", "%"},
    {"budgets-bytes", "Bytes held per layer", "Bytes of the tokens each layer holds", "memory held", "MiB"}};

FigureMap heldMap(const Recording& recording, std::int32_t lane, HeldUnit unit) {
    const Trace& trace = recording.trace(lane);
    const Bins columns(trace.steps(), kMapSide);
    const Bins rows(trace.shape().layers, kMapSide);
    FigureMap map = startMap(columns, rows);
    const UnitText& text = kUnits[static_cast<std::size_t>(unit)];
    map.label = text.label;
    map.unit = text.unit;
    CellMeans means(map);
    for (std::int64_t step = 0; step < columns.length; ++step) {
        const double scale = heldScale(recording, lane, step, unit);
        for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
            if (const float held = trace.layer(step, layer).held; std::isfinite(held)) {
                means.add(rows.of(layer), columns.of(step), scale * static_cast<double>(held));
            }
        }
    }
    means.into(map);
    fitScale(map);
    return map;
}

FigurePanel budgetBars(const Recording& recording, std::int32_t lane, HeldUnit unit) {
    const Trace& trace = recording.trace(lane);
    const UnitText& text = kUnits[static_cast<std::size_t>(unit)];
    FigurePanel panel = startPanel("at the last step", {"layer", "", false, std::nullopt, std::nullopt},
                                   {text.label, text.unit, false, std::nullopt, std::nullopt});
    FigureSeries held{text.label, {}, {}, FigureStyle::Bars, FigureRole::Layer, 0};
    FigureSeries budget{"budget", {}, {}, FigureStyle::Points, FigureRole::Budget, 0};
    const double scale = trace.steps() > 0 ? heldScale(recording, lane, trace.steps() - 1, unit) : 1;
    for (std::int32_t layer = 0; layer < trace.shape().layers && trace.steps() > 0; ++layer) {
        const LayerRecord& record = trace.layer(trace.steps() - 1, layer);
        held.x.push_back(layer);
        held.y.push_back(scale * bundle::shortDouble(record.held));
        budget.x.push_back(layer);
        budget.y.push_back(scale * bundle::shortDouble(record.budget));
    }
    addSeries(panel, std::move(held));
    addSeries(panel, std::move(budget));
    return panel;
}

}  // namespace

double heldScale(const Recording& recording, std::int32_t lane, std::int64_t step, HeldUnit unit) {
    const Trace& trace = recording.trace(lane);
    if (unit == HeldUnit::Share) {
        return 100.0 / static_cast<double>(step + 1);
    }
    if (unit == HeldUnit::Tokens) {
        return 1;
    }
    constexpr double kMiB = 1024.0 * 1024.0;
    double held = 0;
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        held += static_cast<double>(trace.layer(step, layer).held);
    }
    const std::int64_t live = trace.step(step).bytesLive;
    return live > 0 && held > 0 ? static_cast<double>(live) / held / kMiB
                                : static_cast<double>(recording.description().model.kvBytesPerToken) /
                                      std::max(1, trace.shape().layers) / kMiB;
}

FigureSpec budgets(const Recording& recording, std::int32_t lane) {
    return budgetsIn(recording, lane, HeldUnit::Tokens);
}

FigureSpec budgetsIn(const Recording& recording, std::int32_t lane, HeldUnit unit) {
    const UnitText& text = kUnits[static_cast<std::size_t>(unit)];
    FigureSpec figure = startFigure(recording, lane, text.id, text.title,
                                    std::string(text.what) + ": over the run, and at its end against the budget.");
    FigurePanel panel = startPanel("over the run", stepAxis(), {"layer", "", false, std::nullopt, std::nullopt});
    if (recording.trace(lane).steps() > 0) {
        panel.maps.push_back(heldMap(recording, lane, unit));
    }
    addMarks(panel, recording, lane);
    figure.panels.push_back(std::move(panel));
    figure.panels.push_back(budgetBars(recording, lane, unit));
    return figure;
}

}  // namespace kvw::figures
