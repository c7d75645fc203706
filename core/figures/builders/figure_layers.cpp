// SPDX-License-Identifier: Apache-2.0
/// Figures that compare the layers of a run: Gini by layer and step (Adap-KV), how much and how far back attention
/// reads, entropy, variance and budget (CAKE).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "core/analysis/attention/attention_reach.h"
#include "core/analysis/attention/exact_shape.h"
#include "core/analysis/attention/preference.h"
#include "core/base/text_format.h"
#include "core/figures/builders/figure_layers.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"
#include "core/metrics/quality.h"

namespace kvw::figures {
namespace {

FigureSeries bars(const char* label) {
    return {label, {}, {}, FigureStyle::Bars, FigureRole::Layer, 0};
}

struct Measure {
    const char *id, *title, *what, *label, *unit;
};

/// In the order of LayerMetric.
constexpr Measure kMeasures[] = {
    {"gini", "Inequality of attention by layer", "Gini coefficient of the current attention row of each layer", "Gini",
     ""},
    {"entropy", "Entropy of attention by layer", "Spatial entropy of the current attention row of each layer",
     "entropy", "nats"},
    {"variance", "Variance of attention by layer",
     "Temporal variance of the last attention rows of each layer, summed over tokens", "variance", ""},
    {"effective-tokens", "Effective tokens by layer",
     "Effective tokens exp(H) of the attention row of each decoded token", "effective tokens", ""},
    {"mean-distance", "Mean distance of attention by layer",
     "Mean distance of what each decoded token reads, weighted by attention", "mean distance", "tokens"},
    {"span", "Span of the cache by layer", "Distance from each decoded token to the oldest held that is no sink",
     "span", "tokens"},
    {"normalised-entropy", "Normalised entropy of attention by layer",
     "Spatial entropy over ln n of the attention row of each decoded token", "H / ln n", ""},
    {"evicted-mass", "Evicted attention by layer",
     "Attention that the row of each decoded token gave to what was evicted behind it", "evicted mass", ""}};
constexpr LayerMetric kShapeMetrics[] = {LayerMetric::Gini, LayerMetric::Entropy, LayerMetric::Variance};
constexpr auto kFirstOfReach = static_cast<std::size_t>(LayerMetric::EffectiveTokens);
static_assert(std::size(kMeasures) == kFirstOfReach + kReachNumbers.size());

const Measure& measureOf(LayerMetric metric) {
    return kMeasures[static_cast<std::size_t>(metric)];
}

/// Returns "KV head 2" or "query head 2", by what the parts of the trace are; "mean over heads" for part -1.
std::string partName(const TraceShape& shape, std::int32_t part) {
    return part < 0 ? "mean over heads"
                    : fmt::format("{} {}", shape.parts() == shape.kvHeads ? "KV head" : "query head", part);
}

/// Returns the heads that a value is of. Variance is a sum over heads and the span that of the farthest; the others are
/// means.
std::string ofWhat(const TraceShape& shape, std::int32_t part, LayerMetric metric) {
    const bool ofAll = metric == LayerMetric::Variance || metric == LayerMetric::Span;
    return part < 0 && ofAll ? "over all heads" : partName(shape, part);
}

/// Heads and source of a figure.
struct Measured {
    std::int32_t part = -1;
    ShapeSource source = ShapeSource::Recorded;
};

/// Names the settings: "[-exact][-head-N]"; measures of reach are never exact.
void measuredWords(FigureCodec& codec, Measured& what, std::int32_t parts, bool reach) {
    if (!reach) {
        codec.choice({"", "exact"}, what.source);
    }
    codec.number("head", what.part, parts);
}

std::string measuredId(const char* name, const Trace& trace, std::int32_t part, ShapeSource source) {
    return figureId(name, Measured{part, source}, measuredWords, trace.shape().parts(), false);
}

/// Returns the label of the axis, and the note for the caption, by source.
std::string exactly(const std::string& label, ShapeSource source) {
    return source == ShapeSource::Rows ? label + ", exact" : label;
}
const char* exactNote(ShapeSource source) {
    return source == ShapeSource::Rows ? " Computed again from the recorded rows, by token." : "";
}

/// Values of a part for every step and layer, recorded or computed from rows.
class Numbers {
 public:
    Numbers(const Recording& recording, std::int32_t lane, std::int32_t part, ShapeSource source)
        : m_trace(recording.trace(lane)), m_part(part), m_source(source), m_steps(m_trace.steps()) {
        ExactShapes exact(m_trace, part);
        while (source == ShapeSource::Rows && exact.steps() < m_steps) {
            for (const ExactShape& shape : exact.next()) {
                m_computed.insert(m_computed.end(), {shape.gini, shape.entropy, shape.variance});
            }
        }
    }
    /// Returns the measures of reach, which are computed from rows.
    [[nodiscard]] static Numbers ofReach(const Recording& recording, std::int32_t lane, std::int32_t part) {
        Numbers numbers(recording, lane, part, ShapeSource::Recorded);
        ReachSteps reach(recording, lane, part);
        while (reach.steps() < numbers.m_steps) {
            const StepReach found = reach.next();
            for (const AttentionReach& layer : found.layers) {
                for (const auto number : kReachNumbers) {
                    numbers.m_computed.push_back(static_cast<float>(layer.*number));
                }
            }
        }
        return numbers;
    }
    [[nodiscard]] std::int64_t steps() const noexcept { return m_steps; }
    [[nodiscard]] double value(LayerMetric metric, std::int64_t step, std::int32_t layer) const {
        constexpr float LayerRecord::*kRecorded[] = {&LayerRecord::gini, &LayerRecord::entropy, &LayerRecord::variance};
        const auto at = static_cast<std::size_t>(metric);
        if (!isReach(metric) && m_source == ShapeSource::Recorded) {
            return bundle::shortestDouble(m_trace.layer(step, layer, m_part).*kRecorded[at]);
        }
        const std::size_t count = isReach(metric) ? kReachNumbers.size() : std::size(kRecorded);
        const auto row = static_cast<std::size_t>(step) * static_cast<std::size_t>(m_trace.shape().layers) +
                         static_cast<std::size_t>(layer);
        return bundle::shortestDouble(m_computed[row * count + (isReach(metric) ? at - kFirstOfReach : at)]);
    }

 private:
    const Trace& m_trace;
    std::int32_t m_part;
    ShapeSource m_source;
    std::int64_t m_steps;
    std::vector<float> m_computed;  ///< [steps, layers, numbers]
};

/// Adds a panel per metric, with a line per layer; points for the evicted mass, which few steps have.
void addPanels(FigureSpec& figure, const Recording& recording, std::int32_t lane, const Numbers& numbers,
               std::span<const LayerMetric> chosen, ShapeSource source) {
    figure.layers = recording.trace(lane).shape().layers;
    for (const LayerMetric metric : chosen) {
        const Measure& measure = measureOf(metric);
        FigurePanel panel = startPanel(measure.label, stepAxis(), {exactly(measure.label, source), measure.unit});
        const FigureStyle style = metric == LayerMetric::EvictedMass ? FigureStyle::Points : FigureStyle::Line;
        for (std::int32_t layer = 0; layer < recording.trace(lane).shape().layers; ++layer) {
            FigureSeries series{fmt::format("layer {}", layer), {}, {}, style, FigureRole::Layer, layer};
            for (std::int64_t step = 0; step < numbers.steps(); ++step) {
                series.x.push_back(static_cast<double>(step));
                series.y.push_back(numbers.value(metric, step, layer));
            }
            addSeries(panel, std::move(series));
        }
        addMarks(panel, recording, lane);
        figure.panels.push_back(std::move(panel));
    }
    dropEmptyPanels(figure);  // a run of a few tokens has no variance over them
}

}  // namespace

std::int32_t measuredPart(const Trace& trace, std::int32_t part, LayerMetric of) {
    if (part < 0 || part >= trace.shape().parts()) {
        return -1;
    }
    if (isReach(of)) {
        return part;
    }
    // Capture may have been switched off before the end. Far back, one step in kApart is enough.
    constexpr std::int64_t kNear = 1024, kApart = 64;
    const std::int64_t last = trace.steps() - 1;
    for (std::int64_t step = last; step >= 0; step -= last - step < kNear ? 1 : kApart) {
        if (std::isfinite(trace.layer(step, 0, part).gini)) {
            return part;
        }
    }
    return -1;
}

FigureSpec layerMetric(const Recording& recording, std::int32_t lane, LayerMetric metric, std::int32_t part,
                       const std::optional<Range>& steps, ShapeSource asked) {
    const Measure& measure = measureOf(metric);
    const ShapeSource source = isReach(metric) ? ShapeSource::Recorded : asked;  // reach is always from rows
    const Trace& trace = recording.trace(lane);
    FigureSpec figure =
        startFigure(recording, lane, measuredId(measure.id, trace, part, source), measure.title,
                    fmt::format("{} ({}): over the run, and its mean over the steps behind the prompt.{}", measure.what,
                                ofWhat(trace.shape(), part, metric), exactNote(source)));
    FigurePanel over = startPanel(part < 0 ? "over the run" : "over the run, " + partName(trace.shape(), part),
                                  stepAxis(), layersDown());
    FigureAxis axis{exactly(measure.label, source), measure.unit};
    if (metric == LayerMetric::Gini || metric == LayerMetric::NormalisedEntropy) {
        axis.minimum = 0.0;
        axis.maximum = 1.0;
    }
    FigurePanel means = startPanel("mean behind the prompt", layerAxis(), axis);
    means.x.label = "layer, mean behind the prompt";
    const std::int32_t layers = trace.shape().layers;
    const Numbers numbers =
        isReach(metric) ? Numbers::ofReach(recording, lane, part) : Numbers(recording, lane, part, source);
    if (numbers.steps() > 0) {
        const Bins columns(rangeWithin(steps, numbers.steps()), kMapSide), rows(layers, kMapSide);
        FigureMap map = startMap(columns, rows);
        map.label = axis.label.english() + pooledText("mean", columns, "steps");
        map.unit = measure.unit;
        CellMeans cells(map);
        ScaleEnds ends;
        FigureSeries mean = bars(measure.label);
        for (std::int32_t layer = 0; layer < layers; ++layer) {
            metrics::RunningMean behind;
            for (std::int64_t step = 0; step < numbers.steps(); ++step) {
                const double value = numbers.value(metric, step, layer);
                ends.add(value);
                if (std::isfinite(value)) {
                    if (columns.holds(step)) {
                        cells.add(map.at(rows.of(layer), columns.of(step)), value);
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
    FigureSpec figure =
        startFigure(recording, lane, measuredId("inequality", trace, part, source), "Shape of attention per layer",
                    fmt::format("Gini coefficient and spatial entropy of the current attention row ({}), and temporal "
                                "variance over the last rows ({}).{}",
                                ofWhat(trace.shape(), part, LayerMetric::Gini),
                                ofWhat(trace.shape(), part, LayerMetric::Variance), exactNote(source)));
    addPanels(figure, recording, lane, Numbers(recording, lane, part, source), kShapeMetrics, source);
    return figure;
}

FigureSpec reachOf(const Recording& recording, std::int32_t lane, std::int32_t part, ReachFigure which) {
    constexpr LayerMetric kTokens[] = {LayerMetric::EffectiveTokens, LayerMetric::MeanDistance, LayerMetric::Span};
    constexpr LayerMetric kShares[] = {LayerMetric::NormalisedEntropy, LayerMetric::EvictedMass};
    const Trace& trace = recording.trace(lane);
    const TraceShape& shape = trace.shape();
    const bool tokens = which == ReachFigure::Tokens;
    const std::string ofHeads = ofWhat(shape, part, LayerMetric::EffectiveTokens);
    FigureSpec figure = startFigure(
        recording, lane, measuredId(tokens ? "reach" : "reach-shares", trace, part, ShapeSource::Recorded),
        tokens ? "Reach of attention per layer" : "Normalised entropy and evicted attention per layer",
        tokens ? fmt::format("Effective tokens exp(H) and mean distance of attention of each decoded token ({}), and "
                             "the distance to the oldest token held that is no sink ({}).",
                             ofHeads, ofWhat(shape, part, LayerMetric::Span))
               : fmt::format("Spatial entropy over ln n of the attention row of each decoded token, and the attention "
                             "that it gave to what was evicted behind it ({}).",
                             ofHeads));
    const auto chosen = tokens ? std::span<const LayerMetric>(kTokens) : std::span<const LayerMetric>(kShares);
    addPanels(figure, recording, lane, Numbers::ofReach(recording, lane, part), chosen, ShapeSource::Recorded);
    return figure;
}

namespace {

/// Reads a request. None: it is another figure, or the values were not recorded.
std::optional<Measured> measuredOf(const Trace& trace, const FigureRequest& request, const char* name, LayerMetric of) {
    const auto what = figureIn(request, name, Measured(), measuredWords, trace.shape().parts(), isReach(of));
    const bool fromRows = isReach(of) || (what && what->source == ShapeSource::Rows);
    return what && measuredPart(trace, what->part, of) == what->part && (!fromRows || trace.rowBytesStored() > 0)
               ? what
               : std::nullopt;
}

}  // namespace

std::optional<FigureSpec> layerFigureOf(const Recording& recording, std::int32_t lane, const FigureRequest& request,
                                        const std::optional<Range>& steps) {
    const Trace& trace = recording.trace(lane);
    if (const auto what = measuredOf(trace, request, "inequality", LayerMetric::Gini)) {
        return inequalityOf(recording, lane, what->part, what->source);
    }
    for (const auto& [name, which] : {std::pair{"reach", ReachFigure::Tokens}, {"reach-shares", ReachFigure::Shares}}) {
        if (const auto what = measuredOf(trace, request, name, LayerMetric::EffectiveTokens)) {
            return reachOf(recording, lane, what->part, which);
        }
    }
    for (std::size_t i = 0; i < std::size(kMeasures); ++i) {
        const auto metric = static_cast<LayerMetric>(i);
        if (const auto what = measuredOf(trace, request, kMeasures[i].id, metric)) {
            return layerMetric(recording, lane, metric, what->part, steps, what->source);
        }
    }
    return std::nullopt;
}

FigureSpec layerShape(const Recording& recording, std::int32_t lane) {
    const PreferencePlan plan = preferencePlan(recording.description().lanes[static_cast<std::size_t>(lane)]);
    const auto measured = layerPreferences(recording, lane, plan.window);
    FigureSpec figure = startFigure(
        recording, lane, "layer-shape", "Entropy, variance and budget by layer",
        fmt::format(
            "CAKE's spatial entropy H and temporal variance V of each layer over the last {} prompt rows, H summed "
            "over heads and rows, V over heads and tokens, and "
            "the tokens each layer gets by preference (tau1 = {}, tau2 = {}) and in equal shares.",
            measured ? measured->window : plan.window, plan.tau1, plan.tau2));
    FigurePanel entropy = startPanel("spatial entropy", layerAxis(), {"H", "nats, sum over heads and rows"});
    FigurePanel variance = startPanel("temporal variance", layerAxis(), {"V", "sum over heads and tokens"});
    FigurePanel budget = startPanel("budget", layerAxis(), {"budget", "tokens"});
    if (measured) {
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
