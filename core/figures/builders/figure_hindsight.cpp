// SPDX-License-Identifier: Apache-2.0
/// Figure of hindsight: regret by layer and step, and what was kept against what could have been.
#include "core/figures/builders/figure_hindsight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/figures/builders/figure_parts.h"
#include "core/figures/figure_crop.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

using metrics::HindsightMass;

/// Steps judged for a part: as many as the window judges for the whole.
constexpr std::int64_t kJudgedForPart = 512;

/// Returns the judged steps in the range, as [first, last] of their list.
Range judgedIn(const Hindsight& judged, const std::optional<Range>& steps) {
    if (!steps) {
        return rangeWithin(std::nullopt, static_cast<std::int64_t>(judged.steps.size()));
    }
    const auto first = std::lower_bound(judged.steps.begin(), judged.steps.end(), steps->first);
    const auto last = std::upper_bound(first, judged.steps.end(), steps->last);
    return {first - judged.steps.begin(), last - judged.steps.begin() - 1};
}

FigureMap regretMap(const Hindsight& judged, const HindsightFigure& what) {
    const Bins columns(judgedIn(judged, what.steps), kMapSide), rows(judged.layers, kMapSide);
    FigureMap map = startMap(columns, rows);
    map.label = what.protectedAlike ? "regret, protected alike" : "regret";
    map.label += pooledText("mean", columns, "judged steps");
    map.unit = "of later attention";
    if (columns.length == 0) {
        return map;
    }
    const double width = static_cast<double>(judged.every);
    map.xBegin = static_cast<double>(judged.steps[static_cast<std::size_t>(columns.first)]) - width / 2;
    map.xEnd = map.xBegin + static_cast<double>(columns.count * columns.size) * width;
    CellMeans means(map);
    double most = 0;  // of all steps: the scale stays the same in every part
    for (std::int32_t layer = 0; layer < judged.layers; ++layer) {
        for (std::int64_t index = 0; index < static_cast<std::int64_t>(judged.steps.size()); ++index) {
            const HindsightMass& mass = judged.at(layer, static_cast<std::size_t>(index));
            const auto regret = what.protectedAlike ? mass.regretProtected() : mass.regret();
            most = std::max(most, regret.value_or(0));
            if (regret && index >= columns.first && index < columns.first + columns.length) {
                means.add(map.at(rows.of(layer), columns.of(index)), *regret);
            }
        }
    }
    means.into(map);
    map.maximum = std::max(most, 1e-6);
    return map;
}

/// Names the settings in the order of the id.
void hindsightWords(FigureCodec& codec, HindsightFigure& what, const Trace& trace) {
    codec.flag("protected", what.protectedAlike);
    codec.range("steps", what.steps, trace.steps());
}

}  // namespace

std::array<FigureSeries, 3> hindsightSeries(const Recording& recording, std::int32_t lane, const Hindsight& judged) {
    const SeriesLook own = laneLook(recording.description(), lane);
    FigureSeries best{"best set of this size", {}, {}, FigureStyle::Line, FigureRole::FullLane, 0};
    // The colour of no lane before the fifth.
    FigureSeries bestProtected{"best with the protected tokens", {}, {}, FigureStyle::Line, FigureRole::Lane, 5};
    FigureSeries held{"held", {}, {}, FigureStyle::Line, own.role, own.index};
    for (std::size_t at = 0; at < judged.steps.size(); ++at) {
        const double retained = judged.mean(at, &HindsightMass::retained);
        best.y.push_back(retained + judged.mean(at, &HindsightMass::regret));
        bestProtected.y.push_back(retained + judged.mean(at, &HindsightMass::regretProtected));
        held.y.push_back(retained);
        for (FigureSeries* series : {&best, &bestProtected, &held}) {
            series->x.push_back(judged.steps[at]);
        }
    }
    return {std::move(best), std::move(bestProtected), std::move(held)};
}

FigureSpec hindsight(const Recording& recording, std::int32_t lane, const HindsightFigure& what) {
    FigureSpec figure = startFigure(
        recording, lane, figureId("hindsight", what, hindsightWords, recording.trace(lane)),
        what.protectedAlike ? "Hindsight, protected alike" : "Hindsight",
        fmt::format("Attention of all later rows of the full cache that the tokens held at each step receive, against "
                    "the best set of the same size (mean over layers); above, the difference by layer{}. No policy can "
                    "know it.{}",
                    what.protectedAlike ? " to the best set that holds the same sinks and recent tokens" : "",
                    onlySelectsReads(recording, lane) ? " This lane holds every token and selects which of them a step "
                                                        "reads: what it reads is not judged, the difference is 0."
                                                      : ""));
    FigurePanel over = startPanel("regret by layer", stepAxis(), layersDown());
    FigurePanel lines = startPanel("later attention that is kept", stepAxis(),
                                   {"kept", "of later attention", false, std::nullopt, 1.0});
    const auto judged = lane == 0 ? Result<Hindsight>(fail(Code::BadUsage, phrase("lane %1", 0), "it keeps everything"))
                                  : kvw::hindsight(recording, lane, what.steps ? kJudgedForPart : kMapSide);
    if (judged && !judged->steps.empty()) {
        if (FigureMap regret = regretMap(*judged, what); regret.columns > 0) {
            over.maps.push_back(std::move(regret));
        }
        for (FigureSeries& series : hindsightSeries(recording, lane, *judged)) {
            addSeries(lines, std::move(series));
        }
        addMarks(lines, recording, lane);
    }
    figure.panels.push_back(std::move(over));
    figure.panels.push_back(std::move(lines));
    if (what.steps) {
        cropSteps(figure, *what.steps);
    }
    return figure;
}

std::optional<HindsightFigure> hindsightFigureOf(const Trace& trace, const FigureRequest& request) {
    return figureIn(request, "hindsight", HindsightFigure(), hindsightWords, trace);
}

}  // namespace kvw::figures
