// SPDX-License-Identifier: Apache-2.0
#include "core/figures/figures.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/text_format.h"
#include "core/figures/builders/figure_attention.h"
#include "core/figures/builders/figure_budgets.h"
#include "core/figures/builders/figure_layers.h"
#include "core/figures/builders/figure_nll.h"
#include "core/figures/builders/figure_parts.h"
#include "core/trace/parameter_changes.h"

namespace kvw::figures {
namespace {

double heldTokens(const StepRecord& step) {
    return static_cast<double>(step.heldTotal);
}

}  // namespace

FigureSpec inequality(const Recording& recording, std::int32_t lane) {
    return inequalityOf(recording, lane, -1);
}

FigureSpec comparison(const Recording& recording) {
    FigureSpec figure =
        startFigure(recording, 0, "comparison", "Policies side by side",
                    "NLL of each token minus that of the full-cache lane, and tokens held, summed over layers and "
                    "stored heads, for every policy." +
                        generatedNote(recording));
    FigurePanel difference = startPanel("difference to the full cache", stepAxis(), {"ΔNLL", "nats"});
    FigurePanel held = startPanel("held over layers and heads", stepAxis(), {"held, all layers and heads", "tokens"});
    std::vector<std::int32_t> lanes;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const SeriesLook look = laneLook(recording.description(), lane);
        lanes.push_back(lane);
        if (lane != 0) {
            addSeries(difference, valuesOf(recording, StepSeries{{}, {FigureRole::Lane, look.index}, lane, &deltaNll}));
        }
        addSeries(held, valuesOf(recording, StepSeries{{}, look, lane, &heldTokens}));
    }
    describeLanes(figure, recording, lanes);
    figure.panels.push_back(std::move(difference));
    figure.panels.push_back(std::move(held));
    dropEmptyPanels(figure);  // generated text has no difference
    return figure;
}

std::vector<FigureSpec> standard(const Recording& recording, std::int32_t lane) {
    std::vector<FigureSpec> list{nll(recording, lane), budgets(recording, lane, {}), inequality(recording, lane),
                                 memory(recording, lane)};
    const Trace& trace = recording.trace(lane);
    if (trace.steps() > 0) {
        list.push_back(keepset(recording, lane, 0, -1));
        if (FigureSpec map = attention(recording, lane, {}); !map.panels[0].empty()) {
            list.push_back(std::move(map));
        }
    }
    return list;
}

}  // namespace kvw::figures
