// SPDX-License-Identifier: Apache-2.0
/// Figures of single attention rows and of their shape over the text: Lorenz curve, attention by age.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "core/analysis/attention/attention_ages.h"
#include "core/analysis/attention/attention_row.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figures.h"
#include "core/metrics/lorenz.h"

namespace kvw::figures {
namespace {

struct LorenzFigure {
    std::int32_t layer = -1, head = -1;
    std::int64_t step = -1;
};

/// Names the settings in the order of the id.
void lorenzWords(FigureCodec& codec, LorenzFigure& what, const Trace& trace) {
    codec.needed("layer", what.layer, trace.shape().layers);
    codec.number("head", what.head, trace.shape().queryHeads);
    codec.number("step", what.step, trace.steps());
}

}  // namespace

std::optional<FigureSpec> lorenzOf(const Recording& recording, std::int32_t lane, const FigureRequest& request) {
    const Trace& trace = recording.trace(lane);
    const auto what = figureIn(request, "lorenz", LorenzFigure{-1, -1, trace.steps() - 1}, lorenzWords, trace);
    return what ? std::optional(lorenz(recording, lane, what->layer, what->head, what->step)) : std::nullopt;
}

FigureSpec lorenz(const Recording& recording, std::int32_t lane, std::int32_t layer, std::int32_t queryHead,
                  std::int64_t step) {
    const Trace& trace = recording.trace(lane);
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    if (step >= 0 && step < trace.steps()) {
        attentionRow(trace, step, layer, queryHead, tokens, values);
    }
    metrics::GiniScratch scratch;
    const auto gini = metrics::gini(values, scratch);
    const Phrase head = headPart(queryHead);
    const std::string number = gini ? fmt::format(" Gini {:.3f}, {} tokens.", *gini, values.size()) : std::string();
    FigureSpec figure = startFigure(
        recording, lane,
        figureId("lorenz", LorenzFigure{layer, queryHead, std::max<std::int64_t>(0, step)}, lorenzWords, trace),
        FigureTitle("Lorenz curve").with(numbered("layer %1", layer)).with(head).with(numbered("step %1", step)),
        fmt::format("Lorenz curve of the attention of step {} over the tokens held, layer {}, {}.{}", step, layer,
                    head.english(), number));
    figure.layers = trace.shape().layers;
    FigurePanel panel = startPanel({}, {"share of tokens, least read first", "", false, 0.0, 1.0},
                                   {"share of attention", "", false, 0.0, 1.0});
    const std::vector<double> curve = metrics::lorenz(values, scratch);
    if (!curve.empty()) {
        FigureSeries row{
            gini ? fmt::format("Gini {:.3f}", *gini) : "row", {}, {}, FigureStyle::Line, FigureRole::Layer, layer};
        for (std::size_t k = 0; k < curve.size(); ++k) {
            row.x.push_back(static_cast<double>(k) / static_cast<double>(curve.size() - 1));
            row.y.push_back(curve[k]);
        }
        addSeries(panel, std::move(row));
        addSeries(panel, {"equal", {0, 1}, {0, 1}, FigureStyle::Line, FigureRole::FullLane, 0});
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

FigureSpec ages(const Recording& recording, std::int32_t lane, std::int64_t first, std::int64_t last) {
    const Trace& trace = recording.trace(lane);
    const AttentionAges profile = attentionAges(trace, first, last);
    // The plain id stands for all of the decode, or for a prompt alone.
    const bool usual =
        first == agesBegin(recording.description().promptTokens, trace.steps()) && last == trace.steps() - 1;
    FigureSpec figure = startFigure(
        recording, lane, FigureRequest::parse("ages").withIf(!usual, "steps", first, last).id(),
        "Attention by age of token",
        fmt::format(
            "Share of attention that goes to each twentieth of the text seen, oldest first; mean over heads and "
            "{} rows. Spread evenly, each would get 0.05.",
            profile.rows));
    figure.layers = trace.shape().layers;
    FigurePanel panel = startPanel({}, {"place in the text seen, oldest to newest", "", false, 0.0, 1.0},
                                   {"share of attention", "", false, 0.0, std::nullopt});
    for (std::int32_t layer = 0; layer < static_cast<std::int32_t>(profile.layers.size()); ++layer) {
        const std::vector<double>& bins = profile.layers[static_cast<std::size_t>(layer)];
        FigureSeries series{fmt::format("layer {}", layer), {}, bins, FigureStyle::Line, FigureRole::Layer, layer};
        for (std::size_t bin = 0; bin < bins.size(); ++bin) {
            series.x.push_back((static_cast<double>(bin) + 0.5) / static_cast<double>(bins.size()));
        }
        addSeries(panel, std::move(series));
    }
    const auto layers = static_cast<double>(profile.layers.size());
    const double all =
        std::accumulate(profile.layers.begin(), profile.layers.end(), 0.0, [&](double sum, const auto& bins) {
            return sum + (bins.empty() ? 1 : std::accumulate(bins.begin(), bins.end(), 0.0)) / layers;
        });
    figure.caption += sinkSentence(learnedSinkShare(layers > 0 ? all : 1));
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace kvw::figures
