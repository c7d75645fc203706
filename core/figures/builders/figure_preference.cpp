// SPDX-License-Identifier: Apache-2.0
/// Figures of layer preferences: the plane of H and V with the budgets that follow, and the cascade of the prefill.
#include <fmt/format.h>

#include <algorithm>

#include "core/analysis/prefill_cascade.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figure_request.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

/// Names the settings in the order of the id. `usual`: settings of the lane.
void preferenceWords(FigureCodec& codec, PreferencePlan& plan, const PreferencePlan& usual) {
    codec.positive("tau1", plan.tau1, usual.tau1);
    codec.positive("tau2", plan.tau2, usual.tau2);
    codec.number("capacity", plan.capacity, 1 << 30, usual.capacity);
}

PreferencePlan usualPlan(const Recording& recording, std::int32_t lane) {
    return preferencePlan(recording.description().lanes[static_cast<std::size_t>(lane)]);
}

}  // namespace

std::optional<PreferencePlan> preferencePlanOf(const Recording& recording, std::int32_t lane,
                                               const FigureRequest& request) {
    const PreferencePlan usual = usualPlan(recording, lane);
    return figureIn(request, "preference", usual, preferenceWords, usual);
}

FigureSpec preference(const Recording& recording, std::int32_t lane, const PreferencePlan& plan) {
    const auto measured = layerPreferences(recording, lane, plan.window);
    FigureSpec figure = startFigure(
        recording, lane, figureId("preference", plan, preferenceWords, usualPlan(recording, lane)), "Layer preferences",
        fmt::format(
            "CAKE's spatial entropy H and temporal variance V of each layer over the last {} prompt rows, and the "
            "budgets that follow at tau1 = {}, tau2 = {} and {} tokens per layer.",
            measured ? measured->window : plan.window, plan.tau1, plan.tau2, plan.capacity));
    FigurePanel plane =
        startPanel("preference plane", {"H", "nats, sum over heads and rows", true, std::nullopt, std::nullopt},
                   {"V", "sum over heads and tokens", true, std::nullopt, std::nullopt});
    FigurePanel bars = startPanel("budgets", layerAxis(), {"budget", "tokens"});
    if (measured) {
        const PreferenceBudgets budgets = preferenceBudgets(*measured, plan);
        FigureSeries all{"by preference", {}, {}, FigureStyle::Bars, FigureRole::Layer, 0};
        double leastH = 0, mostH = 0, leastV = 0, mostV = 0;
        for (std::size_t layer = 0; layer < measured->layers.size(); ++layer) {
            const LayerPreference& at = measured->layers[layer];
            addSeries(plane, {fmt::format("layer {}", layer),
                              {at.entropy},
                              {at.variance},
                              FigureStyle::Points,
                              FigureRole::Layer,
                              static_cast<std::int32_t>(layer)});
            all.x.push_back(static_cast<double>(layer));
            all.y.push_back(static_cast<double>(budgets.tokens[layer]));
            leastH = layer == 0 ? at.entropy : std::min(leastH, at.entropy);
            leastV = layer == 0 ? at.variance : std::min(leastV, at.variance);
            mostH = std::max(mostH, at.entropy);
            mostV = std::max(mostV, at.variance);
        }
        // Points on the frame would be cut in half.
        constexpr double kMargin = 1.3;
        if (leastH > 0 && leastV > 0) {
            plane.x.minimum = leastH / kMargin;
            plane.x.maximum = mostH * kMargin;
            plane.y.minimum = leastV / kMargin;
            plane.y.maximum = mostV * kMargin;
        }
        addSeries(bars, std::move(all));
    }
    figure.panels.push_back(std::move(plane));
    figure.panels.push_back(std::move(bars));
    return figure;
}

FigureSpec cascade(const Recording& recording, std::int32_t lane) {
    FigureSpec figure =
        startFigure(recording, lane, "cascade", "What layers hold while the prompt is read",
                    "Tokens that each layer holds after each layer of the prefill was done, mean over its "
                    "stored heads.");
    FigurePanel panel = startPanel({}, layersDoneAxis(), layersDown());
    const std::vector<PrefillStage> stages = prefillCascade(recording, lane);
    if (!stages.empty()) {
        const Bins columns(static_cast<std::int64_t>(stages.size()), kMapSide);
        const Bins rows(static_cast<std::int64_t>(stages.front().held.size()), kMapSide);
        FigureMap map = startMap(columns, rows);
        map.label = "held";
        map.unit = "tokens";
        map.xBegin += 1;
        map.xEnd += 1;
        for (std::int64_t stage = 0; stage < columns.length; ++stage) {
            for (std::int64_t layer = 0; layer < rows.length; ++layer) {
                const double held = stages[static_cast<std::size_t>(stage)].held[static_cast<std::size_t>(layer)];
                if (held > 0) {
                    map.set(map.at(rows.of(layer), columns.of(stage)), static_cast<float>(held));
                }
            }
        }
        fitScale(map);
        map.minimum = 0;
        panel.maps.push_back(std::move(map));
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace kvw::figures
