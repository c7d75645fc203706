// SPDX-License-Identifier: Apache-2.0
#include "core/figures/builders/figure_budgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/analysis/requested_budget.h"
#include "core/base/text_format.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figure_crop.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

constexpr double kMostShare = 106;  // percent, end of the axis of bars

struct UnitText {
    const char *title, *what, *label, *unit;
};

constexpr UnitText kUnits[] = {
    {"Held tokens per layer", "Tokens each layer holds, mean over its stored heads", "held", "tokens"},
    {"Held share of the text per layer",
     "Share of the tokens seen so far that each layer holds, mean over its stored heads", "share held", "%"},
    {"Bytes held per layer", "Bytes of the tokens each layer holds", "memory held", "MiB"}};

FigureMap heldMap(const Recording& recording, std::int32_t lane, const BudgetFigure& what) {
    const Trace& trace = recording.trace(lane);
    const Bins columns(rangeWithin(what.steps, trace.steps()), kMapSide);
    const Bins rows(trace.shape().layers, kMapSide);
    FigureMap map = startMap(columns, rows);
    const UnitText& text = kUnits[static_cast<std::size_t>(what.unit)];
    map.label = text.label + pooledText("mean", columns, "steps");
    map.unit = text.unit;
    CellMeans means(map);
    ScaleEnds ends;
    for (std::int64_t step = 0; step < trace.steps(); ++step) {
        const bool shown = columns.holds(step);
        const double scale = heldScale(recording, lane, step, what.unit);
        for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
            const double held = scale * static_cast<double>(trace.layer(step, layer).held);
            ends.add(held);
            if (shown && std::isfinite(held)) {
                means.add(map.at(rows.of(layer), columns.of(step)), held);
            }
        }
    }
    means.into(map);
    ends.into(map);
    return map;
}

/// Returns the name of the heads that have keep-sets of their own.
const char* headName(const TraceShape& shape) {
    return shape.units == 1 ? "all heads" : shape.units == shape.kvHeads ? "KV head" : "query head";
}

/// Returns a panel for bars, without them: what they stand for, and at which step.
FigurePanel startBars(const std::string& along, std::int64_t step, HeldUnit unit) {
    const UnitText& text = kUnits[static_cast<std::size_t>(unit)];
    return startPanel(fmt::format("at step {}", step),
                      {fmt::format("{}, at step {}", along, std::max<std::int64_t>(0, step))}, {text.label, text.unit});
}

/// Limits the axis: early in the text a budget is many times the tokens seen.
void limitShare(FigurePanel& panel, HeldUnit unit) {
    double most = 0;
    for (const FigureSeries& series : panel.series) {
        for (const double value : series.y) {
            most = std::fmax(most, value);
        }
    }
    if (unit == HeldUnit::Share && most > kMostShare) {
        panel.y.maximum = kMostShare;
    }
}

/// Bars of a lane, and the markers of budget and capacity over them.
class BarSeries {
 public:
    /// `of`: suffix of the names of the markers. `ofHeads`: each bar is a head.
    BarSeries(FigureSeries held, const std::string& of, const Recording& recording, std::int32_t lane,
              std::int64_t step, HeldUnit unit, bool ofHeads)
        : m_held(std::move(held)),
          m_budget{"budget" + of, {}, {}, FigureStyle::Points, FigureRole::Budget, 0},
          m_capacity{"capacity" + of, {}, {}, FigureStyle::Points, FigureRole::Allocated, 0} {
        const double share =
            ofHeads && unit == HeldUnit::Bytes ? std::max(1, recording.trace(lane).shape().units) : 1.0;
        m_scale = heldScale(recording, lane, step, unit) / share;
        m_slot = capacityScale(recording, lane, step, unit) / share;
    }

    void add(std::int32_t bar, const LayerRecord& record) {
        for (FigureSeries* series : {&m_held, &m_budget, &m_capacity}) {
            series->x.push_back(bar);
        }
        m_held.y.push_back(m_scale * bundle::shortestDouble(record.held));
        m_budget.y.push_back(m_scale * bundle::shortestDouble(record.budget));
        m_capacity.y.push_back(m_slot * bundle::shortestDouble(record.capacity));
    }
    void into(FigurePanel& panel) {
        addSeries(panel, std::move(m_held));
        addSeries(panel, std::move(m_budget));
        addSeries(panel, std::move(m_capacity));
    }

    [[nodiscard]] double scale() const noexcept { return m_scale; }  ///< value of one token
    [[nodiscard]] bool bounded() const {
        return std::any_of(m_budget.y.begin(), m_budget.y.end(), [](double value) { return std::isfinite(value); });
    }

 private:
    FigureSeries m_held, m_budget, m_capacity;
    double m_scale = 1, m_slot = 1;
};

/// Returns bars of every lane; a lane that ended before the step has none.
FigurePanel laneBars(const Recording& recording, std::int32_t lane, const BudgetFigure& what) {
    const std::int64_t step = what.step < 0 ? recording.trace(lane).steps() - 1 : what.step;
    FigurePanel panel = startBars("layer", step, what.unit);
    for (const std::int32_t each : lanesOf(recording)) {
        const Trace& trace = recording.trace(each);
        if (step < 0 || step >= trace.steps()) {
            continue;
        }
        const std::string name = laneLabel(recording, each);
        const SeriesLook look = laneLook(recording.description(), each);
        BarSeries bars(FigureSeries{name, {}, {}, FigureStyle::Bars, look.role, look.index}, ", " + name, recording,
                       each, step, what.unit, false);
        for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
            bars.add(layer, trace.layer(step, layer));
        }
        bars.into(panel);
    }
    limitShare(panel, what.unit);
    return panel;
}

FigurePanel budgetBars(const Recording& recording, std::int32_t lane, const BudgetFigure& what) {
    const Trace& trace = recording.trace(lane);
    const TraceShape& shape = trace.shape();
    const std::int64_t step = what.step < 0 ? trace.steps() - 1 : what.step;
    const bool ofHeads = what.headsOf >= 0;
    FigurePanel panel =
        startBars(ofHeads ? fmt::format("{} of layer {}", headName(shape), what.headsOf) : "layer", step, what.unit);
    if (step < 0) {
        return panel;
    }
    const char* label = kUnits[static_cast<std::size_t>(what.unit)].label;
    BarSeries bars(FigureSeries{label, {}, {}, FigureStyle::Bars, FigureRole::Layer, 0}, {}, recording, lane, step,
                   what.unit, ofHeads);
    const std::int32_t count = ofHeads ? shape.units : shape.layers;
    for (std::int32_t bar = 0; bar < count; ++bar) {
        const std::int32_t part = shape.units > 1 ? bar : -1;
        bars.add(bar, ofHeads ? trace.layer(step, what.headsOf, part) : trace.layer(step, bar));
    }
    const bool bounded = bars.bounded();
    const double scale = bars.scale();
    bars.into(panel);
    if (const auto asked = requestedBudget(recording, lane, step); asked && bounded) {
        const double height = scale * static_cast<double>(*asked);
        addSeries(panel, {"asked for, on average",
                          {-0.5, static_cast<double>(count) - 0.5},
                          {height, height},
                          FigureStyle::Line,
                          FigureRole::Full,
                          0});
    }
    limitShare(panel, what.unit);
    return panel;
}

/// Names the settings in the order of the id.
void budgetWords(FigureCodec& codec, BudgetFigure& what, const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    codec.choice({"", "share", "bytes"}, what.unit);
    codec.number("heads-layer", what.headsOf, trace.shape().layers);
    if (what.headsOf < 0 && (what.allLanes || recording.lanes() > 1)) {
        codec.flag("all-lanes", what.allLanes);
    }
    codec.number("step", what.step, trace.steps());
    codec.range("steps", what.steps, trace.steps());
}

/// Returns the sum of a number over all layers.
double ofAllLayers(const Trace& trace, std::int64_t step, float LayerRecord::*of) {
    double sum = 0;
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        sum += static_cast<double>(trace.layer(step, layer).*of);
    }
    return sum;
}

constexpr double kBytesInMiB = 1024.0 * 1024.0;

}  // namespace

double heldScale(const Recording& recording, std::int32_t lane, std::int64_t step, HeldUnit unit) {
    const Trace& trace = recording.trace(lane);
    if (unit == HeldUnit::Share) {
        return 100.0 / static_cast<double>(step + 1);
    }
    if (unit == HeldUnit::Tokens) {
        return 1;
    }
    const double held = ofAllLayers(trace, step, &LayerRecord::held);
    const std::int64_t live = trace.step(step).bytesLive;
    return live > 0 && held > 0 ? static_cast<double>(live) / held / kBytesInMiB
                                : static_cast<double>(recording.description().model.kvBytesPerToken) /
                                      std::max(1, trace.shape().layers) / kBytesInMiB;
}

double capacityScale(const Recording& recording, std::int32_t lane, std::int64_t step, HeldUnit unit) {
    const Trace& trace = recording.trace(lane);
    const std::int64_t allocated = trace.step(step).bytesAllocated;
    const double slots = unit == HeldUnit::Bytes ? ofAllLayers(trace, step, &LayerRecord::capacity) : 0;
    return slots > 0 && allocated > 0 ? static_cast<double>(allocated) / slots / kBytesInMiB
                                      : heldScale(recording, lane, step, unit);
}

FigureSpec budgets(const Recording& recording, std::int32_t lane, const BudgetFigure& what) {
    const UnitText& text = kUnits[static_cast<std::size_t>(what.unit)];
    const std::int64_t last = recording.trace(lane).steps() - 1;
    const std::string when = what.step < 0 || what.step == last ? "at its end" : fmt::format("at step {}", what.step);
    const std::string bars = what.allLanes       ? ", of all lanes,"
                             : what.headsOf >= 0 ? fmt::format(", of the heads of layer {},", what.headsOf)
                                                 : std::string();
    FigureTitle title = FigureTitle(text.title)
                            .with(numbered("step %1", what.step), what.step >= 0)
                            .with(numbered("heads of layer %1", what.headsOf), what.headsOf >= 0)
                            .with("all lanes", what.allLanes);
    const std::string over = what.allLanes ? fmt::format(" of {}", laneLabel(recording, lane)) : std::string();
    FigureSpec figure =
        startFigure(recording, lane, figureId("budgets", what, budgetWords, recording, lane), std::move(title),
                    fmt::format("{}: over the run{}, and {}{} against the budget.", text.what, over, when, bars));
    if (what.allLanes) {
        describeLanes(figure, recording, lanesOf(recording));
    }
    FigurePanel panel = startPanel("over the run", stepAxis(), layersDown());
    if (last >= 0) {
        panel.maps.push_back(heldMap(recording, lane, what));
    }
    addMarks(panel, recording, lane);
    figure.panels.push_back(std::move(panel));
    figure.panels.push_back(what.allLanes ? laneBars(recording, lane, what) : budgetBars(recording, lane, what));
    if (what.steps) {
        cropSteps(figure, *what.steps);
    }
    return figure;
}

std::optional<BudgetFigure> budgetFigureOf(const Recording& recording, std::int32_t lane,
                                           const FigureRequest& request) {
    return figureIn(request, "budgets", BudgetFigure(), budgetWords, recording, lane);
}

}  // namespace kvw::figures
