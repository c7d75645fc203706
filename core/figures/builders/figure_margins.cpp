// SPDX-License-Identifier: Apache-2.0
#include "core/figures/builders/figure_margins.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/analysis/attention/attention_row.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figure_request.h"

namespace kvw::figures {
namespace {

FigurePanel bars(std::string title, std::string along, const std::string& what, const std::vector<double>& values) {
    FigurePanel panel = startPanel(std::move(title), {std::move(along)}, {what, "", false, 0.0, std::nullopt});
    FigureSeries series{what, {}, {}, FigureStyle::Bars, FigureRole::Layer, 0};
    for (std::size_t i = 0; i < values.size(); ++i) {
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(values[i]);
    }
    addSeries(panel, std::move(series));
    return panel;
}

/// Returns "token 40", "tokens 40 to 44", "tokens 3, 9, 12", "120 tokens from 3 to 900".
std::string named(std::span<const std::int32_t> tokens) {
    constexpr std::size_t kMostNamed = 64;
    const auto [first, last] = std::minmax_element(tokens.begin(), tokens.end());
    return tokens.size() == 1 ? fmt::format("token {}", *first)
           : *last - *first + 1 == static_cast<std::int32_t>(tokens.size())
               ? fmt::format("tokens {} to {}", *first, *last)
           : tokens.size() <= kMostNamed ? fmt::format("tokens {}", fmt::join(tokens, ", "))
                                         : fmt::format("{} tokens from {} to {}", tokens.size(), *first, *last);
}

}  // namespace

std::string marginText(std::span<const std::int32_t> tokens) {
    return tokens.empty() ? "largest weight" : "attention on " + named(tokens);
}

FigureSpec attentionMargins(const Recording& recording, std::int32_t lane, std::int32_t layer, std::int64_t step,
                            std::span<const std::int32_t> tokens) {
    const Trace& trace = recording.trace(lane);
    const std::string what = marginText(tokens);
    std::string id = FigureRequest::parse("attention-margins")
                         .with("layer", layer)
                         .with("step", std::max<std::int64_t>(0, step))
                         .withRuns("tokens", tokens)
                         .id();
    FigureSpec figure = startFigure(
        recording, lane, std::move(id), FigureTitle("Attention by layer and head").with(numbered("step %1", step)),
        fmt::format("{} of the row of step {}: by layer, mean over heads, and by query head of layer {}.",
                    tokens.empty() ? "Largest weight" : "Attention on " + named(tokens), step, layer));
    const StepMarginals found =
        step >= 0 && step < trace.steps() ? stepMarginals(trace, step, layer, tokens) : StepMarginals{};
    figure.panels.push_back(
        bars(fmt::format("by layer, step {}", step), "layer (mean over heads)", what, found.layers));
    figure.panels.push_back(bars(fmt::format("by head of layer {}, step {}", layer, step),
                                 fmt::format("query head of layer {}", layer), what, found.heads));
    return figure;
}

}  // namespace kvw::figures
