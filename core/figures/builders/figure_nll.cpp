// SPDX-License-Identifier: Apache-2.0
/// The seismograph as a figure: NLL per token, the difference to the full cache, thresholds of prune events.
#include "core/figures/builders/figure_nll.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/analysis/prune_series.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figure_request.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

bool isFull(const Recording& recording, std::int32_t lane) {
    return laneLook(recording.description(), lane).role == FigureRole::FullLane;
}

/// Returns the sentence of a caption on the difference.
std::string differenceNote(StepMean difference) {
    return difference == StepMean::Smoothed ? fmt::format(" ΔNLL is the mean of the last {} tokens.", kSmoothedTokens)
           : difference == StepMean::SoFar  ? " ΔNLL is the mean of all tokens behind the prompt so far."
                                            : "";
}

FigureSpec curvesOf(const Recording& recording, std::int32_t lane, const std::vector<std::int32_t>& others,
                    const NllFigure& what) {
    const bool generated = recording.description().mode == "generate";
    const auto [own, difference] = nllPanels(recording, lane, others, what.difference);
    FigureSpec figure =
        startFigure(recording, lane, {}, "NLL per token",
                    fmt::format("Negative log-likelihood of each token of the {} under everything before it, with "
                                "prune events.{}{}",
                                generated ? "prompt and the generated text" : "fixed text",
                                difference.series.empty() ? std::string() : differenceNote(what.difference),
                                others.empty() ? std::string() : generatedNote(recording)));
    figure.panels.push_back(valuesOf(recording, own));
    FigurePanel below = valuesOf(recording, difference);
    const PruneSeries pruned = pruneSeries(recording, lane);
    const std::vector<metrics::PruneGroup> groups = pruned.groups(what.thresholdScales);
    // A point for every token, so that the series can be cropped like any other curve.
    if (!pruned.difference || what.difference == StepMean::Each) {  // a mean is not judged
        addSeries(pruned.difference ? below : figure.panels.front(), thresholdSeries(groups, what.thresholdScales, 1));
    }
    if (!below.empty()) {
        figure.panels.push_back(std::move(below));
    }
    return figure;
}

Phrase differenceName(StepMean difference) {
    return difference == StepMean::Smoothed ? phrase("ΔNLL, mean of %1 tokens", kSmoothedTokens)
           : difference == StepMean::SoFar  ? Phrase("mean ΔNLL")
                                            : Phrase("ΔNLL");
}

double ownNll(const StepRecord& step) {
    return step.nll;
}

}  // namespace

double deltaNll(const StepRecord& step) {
    return step.nll - step.nllFull;
}

std::array<StepPanel, 2> nllPanels(const Recording& recording, std::int32_t lane,
                                   const std::vector<std::int32_t>& others, StepMean mean) {
    StepPanel own, difference;
    own.title = "NLL";
    own.y = {"NLL", "nats"};
    difference.title = "difference to the full cache";
    difference.y = {"ΔNLL", "nats"};
    for (StepPanel* panel : {&own, &difference}) {
        panel->x = stepAxis();
        panel->lane = lane;
    }
    const auto look = [&recording](std::int32_t each) {
        SeriesLook found = laneLook(recording.description(), each);
        found.index = recording.lanes() > 1 ? found.index : 0;  // alone it needs no dashes
        return found;
    };
    for (const std::int32_t other : others) {
        own.series.push_back({{}, look(other), other, &ownNll, true});
        difference.series.push_back({{}, look(other), other, &deltaNll, true, mean});
    }
    if (!isFull(recording, lane)) {
        own.series.push_back(
            {"full cache", {FigureRole::FullLane}, lane, [](const StepRecord& step) { return step.nllFull; }, true});
        // Beside other lanes it has a lane's name and dashes.
        difference.series.push_back(others.empty() ? StepSeries{differenceName(mean),
                                                                {FigureRole::Difference, look(lane).index},
                                                                lane,
                                                                &deltaNll,
                                                                false,
                                                                mean}
                                                   : StepSeries{{}, look(lane), lane, &deltaNll, false, mean});
    }
    own.series.push_back({{}, look(lane), lane, &ownNll});
    return {std::move(own), std::move(difference)};
}

FigureSeries thresholdSeries(std::span<const metrics::PruneGroup> groups, double scales, std::int64_t apart) {
    FigureSeries series;
    series.label = "threshold of the duration";
    if (scales != metrics::kThresholdScales) {
        series.label += fmt::format(" ({} scales)", scales);
    }
    series.role = FigureRole::Threshold;
    for (const metrics::PruneGroup& group : groups) {
        if (!group.spike) {
            continue;
        }
        const auto add = [&series](double token, double y) {
            series.x.push_back(token);
            series.y.push_back(y);
        };
        const std::int64_t last = group.windowEnd - 1;
        for (std::int64_t token = group.windowBegin; token < last; token += apart) {
            add(static_cast<double>(token), group.spike->threshold);
        }
        add(static_cast<double>(last), group.spike->threshold);
        add(static_cast<double>(last) + 0.5, kMissing);
    }
    return series;
}

std::vector<std::int32_t> nllLanesBeside(const Recording& recording, std::int32_t lane) {
    std::vector<std::int32_t> others = lanesOf(recording);
    std::erase_if(others, [&](std::int32_t other) { return other == lane || isFull(recording, other); });
    return others;
}

namespace {

/// Names the settings in the order of the id.
void nllWords(FigureCodec& codec, NllFigure& what) {
    codec.flag("lanes", what.lanes);
    codec.choice({"", "mean", "each"}, what.difference);
    codec.positive("threshold", what.thresholdScales, metrics::kThresholdScales);
}

}  // namespace

FigureSpec nll(const Recording& recording, std::int32_t lane, const NllFigure& what) {
    const std::vector<std::int32_t> others = what.lanes ? nllLanesBeside(recording, lane) : std::vector<std::int32_t>();
    FigureSpec figure = curvesOf(recording, lane, others, what);
    if (what.lanes) {
        std::vector<std::int32_t> all = others;
        all.insert(std::lower_bound(all.begin(), all.end(), lane), lane);
        describeLanes(figure, recording, all);
    }
    figure.id = figureId("nll", what, nllWords);
    return figure;
}

std::optional<NllFigure> nllFigureOf(const FigureRequest& request) {
    return figureIn(request, "nll", NllFigure(), nllWords);
}

}  // namespace kvw::figures
