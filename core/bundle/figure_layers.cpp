// SPDX-License-Identifier: Apache-2.0
/// Figures that compare the layers of a run: Gini by layer and step (Adap-KV), entropy, variance and budget (CAKE).
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "core/bundle/figure_layers.h"
#include "core/bundle/figure_parts.h"
#include "core/bundle/figures.h"
#include "core/bundle/text_format.h"
#include "core/metrics/quality.h"
#include "core/trace/exact_shape.h"
#include "core/trace/preference.h"

namespace kvw::figures {
namespace {

FigureAxis layerAxis() {
    return {"layer", "", false, std::nullopt, std::nullopt};
}

FigureSeries bars(const char* label) {
    return {label, {}, {}, FigureStyle::Bars, FigureRole::Layer, 0};
}

struct Measure {
    const char *id, *title, *what, *label, *unit;
    float LayerRecord::*field;
};

constexpr Measure kMeasures[] = {
    {"gini", "Inequality of attention by layer", "Gini coefficient of the current attention row of each layer", "Gini",
     "", &LayerRecord::gini},
    {"entropy", "Entropy of attention by layer", "Spatial entropy of the current attention row of each layer",
     "entropy", "nats", &LayerRecord::entropy},
    {"variance", "Variance of attention by layer",
     "Temporal variance of the last attention rows of each layer, summed over tokens", "variance", "",
     &LayerRecord::variance}};

/// Variance is a sum over the heads where the others are means.
std::string ofWhat(const TraceShape& shape, std::int32_t part, bool variance) {
    return part < 0 && variance ? "over all heads" : partName(shape, part);
}

std::string idOf(const char* id, std::int32_t part, ShapeSource source) {
    return id + std::string(source == ShapeSource::Rows ? "-exact" : "") +
           (part < 0 ? std::string() : fmt::format("-head-{}", part));
}

/// What the axis and the caption say of it.
std::string exactly(std::string label, ShapeSource source) {
    return source == ShapeSource::Rows ? label + ", exact" : label;
}
const char* exactNote(ShapeSource source) {
    return source == ShapeSource::Rows ? " Computed again from the recorded rows, by token." : "";
}

/// The numbers of every step and layer of a part, from where they are asked for.
class Shapes {
 public:
    Shapes(const Trace& trace, std::int32_t part, ShapeSource source)
        : m_trace(trace), m_part(part), m_layers(static_cast<std::size_t>(trace.shape().layers)), m_source(source) {
        ExactShapes exact(trace, part);
        const std::int64_t steps = source == ShapeSource::Rows ? trace.steps() : 0;
        while (exact.steps() < steps) {
            const std::vector<ExactShape> layers = exact.next();
            m_exact.insert(m_exact.end(), layers.begin(), layers.end());
        }
        m_steps = source == ShapeSource::Rows ? steps : trace.steps();
    }
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    [[nodiscard]] double value(std::size_t measure, std::int64_t step, std::int32_t layer) const {
        if (m_source == ShapeSource::Recorded) {
            return bundle::shortDouble(m_trace.layer(step, layer, m_part).*kMeasures[measure].field);
        }
        const ExactShape& shape = m_exact[static_cast<std::size_t>(step) * m_layers + static_cast<std::size_t>(layer)];
        return bundle::shortDouble(measure == 0 ? shape.gini : measure == 1 ? shape.entropy : shape.variance);
    }

 private:
    const Trace& m_trace;
    std::int32_t m_part;
    std::size_t m_layers;
    ShapeSource m_source;
    std::int64_t m_steps = 0;
    std::vector<ExactShape> m_exact;  ///< [steps, layers]
};

}  // namespace

FigureSpec gini(const Recording& recording, std::int32_t lane) {
    return layerMetric(recording, lane, LayerMetric::Gini);
}

std::int32_t measuredPart(const Trace& trace, std::int32_t part) {
    if (part < 0 || part >= trace.shape().parts()) {
        return -1;
    }
    // Capture may have been switched off before the end. Far back one step in some says it.
    constexpr std::int64_t kNear = 1024, kApart = 64;
    const std::int64_t last = trace.steps() - 1;
    for (std::int64_t step = last; step >= 0; step -= last - step < kNear ? 1 : kApart) {
        if (std::isfinite(trace.layer(step, 0, part).gini)) {
            return part;
        }
    }
    return -1;
}

std::string partName(const TraceShape& shape, std::int32_t part) {
    return part < 0 ? "mean over heads"
                    : fmt::format("{} {}", shape.parts() == shape.kvHeads ? "KV head" : "query head", part);
}

FigureSpec layerMetric(const Recording& recording, std::int32_t lane, LayerMetric metric, std::int32_t part,
                       const std::optional<Range>& steps, ShapeSource source) {
    const Measure& measure = kMeasures[static_cast<std::size_t>(metric)];
    const Trace& trace = recording.trace(lane);
    FigureSpec figure =
        startFigure(recording, lane, idOf(measure.id, part, source), measure.title,
                    fmt::format("{} ({}): over the run, and its mean over the steps behind the prompt.{}", measure.what,
                                ofWhat(trace.shape(), part, metric == LayerMetric::Variance), exactNote(source)));
    FigurePanel over = startPanel(part < 0 ? "over the run" : "over the run, " + partName(trace.shape(), part),
                                  stepAxis(), layersDown());
    FigureAxis axis{exactly(measure.label, source), measure.unit, false, std::nullopt, std::nullopt};
    if (metric == LayerMetric::Gini) {
        axis.minimum = 0.0;
        axis.maximum = 1.0;
    }
    FigurePanel means = startPanel("mean behind the prompt", layerAxis(), axis);
    means.x.label += ", mean behind the prompt";
    const std::int32_t layers = trace.shape().layers;
    const Shapes shapes(trace, part, source);
    if (shapes.steps() > 0) {
        const Bins columns(rangeWithin(steps, shapes.steps()), kMapSide), rows(layers, kMapSide);
        FigureMap map = startMap(columns, rows);
        map.label = axis.label;
        map.unit = measure.unit;
        CellMeans cells(map);
        ScaleEnds ends;
        FigureSeries mean = bars(measure.label);
        for (std::int32_t layer = 0; layer < layers; ++layer) {
            metrics::RunningMean behind;
            for (std::int64_t step = 0; step < shapes.steps(); ++step) {
                const double value = shapes.value(static_cast<std::size_t>(metric), step, layer);
                ends.add(value);
                if (std::isfinite(value)) {
                    if (columns.holds(step)) {
                        cells.add(rows.of(layer), columns.of(step), value);
                    }
                    if (step >= recording.description().promptTokens) {
                        behind.add(value);
                    }
                }
            }
            mean.x.push_back(layer);
            mean.y.push_back(behind.value().value_or(kMissing));
        }
        cells.into(map);
        ends.into(map);
        over.maps.push_back(std::move(map));
        addSeries(means, std::move(mean));
    }
    addMarks(over, recording, lane);
    std::erase_if(over.marks, [](const FigureMark& mark) { return mark.kind == "prune"; });
    figure.panels.push_back(std::move(over));
    figure.panels.push_back(std::move(means));
    return figure;
}

FigureSpec inequalityOf(const Recording& recording, std::int32_t lane, std::int32_t part, ShapeSource source) {
    const Trace& trace = recording.trace(lane);
    FigureSpec figure = startFigure(
        recording, lane, idOf("inequality", part, source), "Shape of attention per layer",
        fmt::format("Gini coefficient and spatial entropy of the current attention row ({}), and temporal "
                    "variance over the last rows ({}).{}",
                    ofWhat(trace.shape(), part, false), ofWhat(trace.shape(), part, true), exactNote(source)));
    const Shapes shapes(trace, part, source);
    for (std::size_t which = 0; which < std::size(kMeasures); ++which) {
        const Measure& measure = kMeasures[which];
        FigurePanel panel =
            startPanel(measure.label, stepAxis(),
                       {exactly(measure.label, source), measure.unit, false, std::nullopt, std::nullopt});
        for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
            FigureSeries series{fmt::format("layer {}", layer), {}, {}, FigureStyle::Line, FigureRole::Layer, layer};
            for (std::int64_t step = 0; step < shapes.steps(); ++step) {
                series.x.push_back(static_cast<double>(step));
                series.y.push_back(shapes.value(which, step, layer));
            }
            addSeries(panel, std::move(series));
        }
        addMarks(panel, recording, lane);
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

FigureSpec layerShape(const Recording& recording, std::int32_t lane) {
    const PreferencePlan plan = preferencePlan(recording.description().lanes[static_cast<std::size_t>(lane)]);
    FigureSpec figure = startFigure(
        recording, lane, "layer-shape", "Entropy, variance and budget by layer",
        fmt::format(
            "CAKE's spatial entropy H and temporal variance V of each layer over the last {} prompt rows, H summed "
            "over heads and rows, V over heads and tokens, and "
            "the tokens each layer gets by preference (tau1 = {}, tau2 = {}) and in equal shares.",
            plan.window, plan.tau1, plan.tau2));
    FigurePanel entropy = startPanel("spatial entropy", layerAxis(), {"H", "nats", false, std::nullopt, std::nullopt});
    FigurePanel variance = startPanel("temporal variance", layerAxis(), {"V", "", false, std::nullopt, std::nullopt});
    FigurePanel budget = startPanel("budget", layerAxis(), {"budget", "tokens", false, std::nullopt, std::nullopt});
    if (const auto measured = layerPreferences(recording, lane, plan.window)) {
        const PreferenceBudgets shares = preferenceBudgets(*measured, plan);
        FigureSeries h = bars("H"), v = bars("V"), tokens = bars("by preference");
        FigureSeries equal{"equal", {}, {}, FigureStyle::Points, FigureRole::Budget, 0};
        for (std::size_t layer = 0; layer < measured->layers.size(); ++layer) {
            for (FigureSeries* series : {&h, &v, &tokens, &equal}) {
                series->x.push_back(static_cast<double>(layer));
            }
            h.y.push_back(measured->layers[layer].entropy);
            v.y.push_back(measured->layers[layer].variance);
            tokens.y.push_back(static_cast<double>(shares.tokens[layer]));
            equal.y.push_back(static_cast<double>(shares.sum) / static_cast<double>(measured->layers.size()));
        }
        addSeries(entropy, std::move(h));
        addSeries(variance, std::move(v));
        addSeries(budget, std::move(tokens));
        addSeries(budget, std::move(equal));
    }
    figure.panels.push_back(std::move(entropy));
    figure.panels.push_back(std::move(variance));
    figure.panels.push_back(std::move(budget));
    return figure;
}

}  // namespace kvw::figures
