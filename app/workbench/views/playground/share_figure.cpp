// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/playground/share_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/figures/builders/figure_parts.h"
#include "core/trace/trace.h"

namespace kvw::wb {

namespace {

/// Returns the name of a rule for captions, in English: "CAKE's preference".
const char* nameOf(ShareRule rule) {
    switch (rule) {
        case ShareRule::EvenGain:
            return "Gini, even layers gain";
        case ShareRule::UnevenGain:
            return "Gini, uneven layers gain";
        case ShareRule::Preference:
            break;
    }
    return "preference (CAKE)";
}

FigureSeries bars(std::string label, std::int32_t index) {
    return {std::move(label), {}, {}, FigureStyle::Bars, FigureRole::Layer, index};
}

FigureSeries points(std::string label, FigureRole role) {
    return {std::move(label), {}, {}, FigureStyle::Points, role, 1};
}

void add(FigureSeries& series, std::size_t layer, double value) {
    series.x.push_back(static_cast<double>(layer));
    series.y.push_back(value);
}

}  // namespace

void addShares(FigureSpec& figure, const Trace& trace, std::int64_t step, bool budgeted, const Playground& plan,
               const LayerGinis& prompt, const LayerShares& shares) {
    if (trace.steps() == 0) {
        return;
    }
    const std::int64_t now = std::clamp<std::int64_t>(step, 0, trace.steps() - 1);
    const std::int64_t cut = std::clamp<std::int64_t>(shares.prompt - 1, 0, trace.steps() - 1);
    FigureSeries gini = bars(fmt::format("step {}", now), 0);
    FigureSeries ofPrompt = points(fmt::format("last {} prompt rows", prompt.window), FigureRole::FullLane);
    FigureSeries given = bars("budget", 0), asked = points("share before it is limited", FigureRole::Difference);
    FigureSeries recorded = points("recorded", FigureRole::FullLane);
    for (std::size_t layer = 0; layer < static_cast<std::size_t>(trace.shape().layers); ++layer) {
        const auto& at = trace.layer(now, static_cast<int>(layer));
        add(gini, layer, static_cast<double>(at.gini));
        if (layer < prompt.layers.size()) {
            add(ofPrompt, layer, prompt.layers[layer]);
        }
        if (layer < shares.tokens.size()) {
            add(given, layer, static_cast<double>(shares.tokens[layer]));
            if (shares.clamped[layer] != 0) {
                add(asked, layer, shares.asked[layer]);
            }
        }
        if (const float budget = trace.layer(cut, static_cast<int>(layer)).budget; budgeted && std::isfinite(budget)) {
            add(recorded, layer, static_cast<double>(budget));
        }
    }
    const FigureAxis layers{"layer"};
    FigurePanel above = figures::startPanel("Gini per layer", layers, {"Gini", "", false, 0.0, 1.0});
    figures::addSeries(above, std::move(gini));
    figures::addSeries(above, std::move(ofPrompt));
    FigurePanel below = figures::startPanel("budget per layer", layers, {"budget", "tokens", false, 0.0, std::nullopt});
    figures::addSeries(below, std::move(given));
    figures::addSeries(below, std::move(asked));
    figures::addSeries(below, std::move(recorded));
    figure.caption +=
        fmt::format(" Below: Gini of every layer, and what {} tokens per layer become under {} at T = {:g}.",
                    plan.capacity, nameOf(plan.rule), plan.temperature);
    figure.panels.push_back(std::move(above));
    figure.panels.push_back(std::move(below));
}

}  // namespace kvw::wb
