// SPDX-License-Identifier: Apache-2.0
/// The seismograph as a figure: NLL per token, the difference to the full cache, thresholds of prune events.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/analysis/prune_series.h"
#include "core/figures/builders/figure_parts.h"
#include "core/figures/figure_id_words.h"
#include "core/figures/figures.h"

namespace kvw::figures {
namespace {

bool isFull(const Recording& recording, std::int32_t lane) {
    return laneLook(recording.description(), lane).role == FigureRole::FullLane;
}

template <class Of>
void addCurve(FigurePanel& panel, const Recording& recording, std::int32_t lane, std::string label, FigureRole role,
              Of of) {
    FigureSeries series;
    series.label = std::move(label);
    series.role = role;
    series.index =
        role == FigureRole::FullLane || recording.lanes() == 1 ? 0 : laneLook(recording.description(), lane).index;
    const Trace& trace = recording.trace(lane);
    for (std::int64_t i = 0; i < trace.steps(); ++i) {
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(of(trace.step(i)));
    }
    addSeries(panel, std::move(series));
}

double nllOf(const StepRecord& step) {
    return step.nll;
}
double deltaOf(const StepRecord& step) {
    return step.nll - step.nllFull;
}

/// Returns a point for every token of every window, so that the series can be cropped like any other curve.
FigureSeries thresholdSeries(const PruneSeries& pruned, double scales) {
    FigureSeries series;
    series.label = "threshold of the duration";
    if (scales != metrics::kThresholdScales) {
        series.label += fmt::format(" ({} scales)", scales);
    }
    series.role = FigureRole::Threshold;
    for (const metrics::PruneGroup& group : pruned.groups(scales)) {
        if (!group.spike) {
            continue;
        }
        for (std::int64_t token = group.windowBegin; token < group.windowEnd; ++token) {
            series.x.push_back(static_cast<double>(token));
            series.y.push_back(group.spike->threshold);
        }
        series.x.push_back(static_cast<double>(group.windowEnd) - 0.5);  // a gap after each window
        series.y.push_back(kMissing);
    }
    return series;
}

FigureSpec curvesOf(const Recording& recording, std::int32_t lane, const std::vector<std::int32_t>& others,
                    double thresholdScales) {
    const bool generated = recording.description().mode == "generate";
    FigureSpec figure =
        startFigure(recording, lane, "nll", "NLL per token",
                    fmt::format("Negative log-likelihood of each token of the {} under everything before it, with "
                                "prune events.{}",
                                generated ? "prompt and the generated text" : "fixed text",
                                others.empty() ? std::string() : generatedNote(recording)));
    FigurePanel panel = startPanel("NLL", stepAxis(), {"NLL", "nats", false, std::nullopt, std::nullopt});
    FigurePanel difference =
        startPanel("difference to the full cache", stepAxis(), {"ΔNLL", "nats", false, std::nullopt, std::nullopt});
    for (const std::int32_t other : others) {  // first, so that they lie behind
        addCurve(panel, recording, other, laneLabel(recording, other), FigureRole::Lane, nllOf);
        addCurve(difference, recording, other, laneLabel(recording, other), FigureRole::Lane, deltaOf);
    }
    if (!isFull(recording, lane)) {
        addCurve(panel, recording, lane, "full cache", FigureRole::FullLane,
                 [](const StepRecord& step) { return step.nllFull; });
    }
    addCurve(panel, recording, lane, laneLabel(recording, lane), laneLook(recording.description(), lane).role, nllOf);
    if (others.empty() || !isFull(recording, lane)) {
        // Beside other lanes it has a lane's name and dashes.
        addCurve(difference, recording, lane, others.empty() ? "ΔNLL" : laneLabel(recording, lane),
                 others.empty() ? FigureRole::Difference : FigureRole::Lane, deltaOf);
    }
    const PruneSeries pruned = pruneSeries(recording, lane);
    addSeries(pruned.difference ? difference : panel, thresholdSeries(pruned, thresholdScales));
    addMarks(panel, recording, lane);
    figure.panels.push_back(std::move(panel));
    if (!difference.empty()) {
        addMarks(difference, recording, lane);
        figure.panels.push_back(std::move(difference));
    }
    return figure;
}

}  // namespace

std::vector<std::int32_t> nllLanesBeside(const Recording& recording, std::int32_t lane) {
    std::vector<std::int32_t> others;
    for (std::int32_t other = 0; other < recording.lanes(); ++other) {
        if (other != lane && recording.hasTrace(other) && !isFull(recording, other)) {
            others.push_back(other);
        }
    }
    return others;
}

FigureSpec nllFigure(const Recording& recording, std::int32_t lane, const NllFigure& what) {
    const std::vector<std::int32_t> others = what.lanes ? nllLanesBeside(recording, lane) : std::vector<std::int32_t>();
    FigureSpec figure = curvesOf(recording, lane, others, what.thresholdScales);
    if (what.lanes) {
        std::vector<std::int32_t> all = others;
        all.insert(std::lower_bound(all.begin(), all.end(), lane), lane);
        figure.id += "-lanes";
        describeLanes(figure, recording, all);
    }
    if (what.thresholdScales != metrics::kThresholdScales) {
        figure.id += "-threshold-" + numberId(what.thresholdScales);
    }
    return figure;
}

FigureSpec nll(const Recording& recording, std::int32_t lane) {
    return nllFigure(recording, lane, {});
}

FigureSpec nllBesideLanes(const Recording& recording, std::int32_t lane) {
    NllFigure what;
    what.lanes = true;
    return nllFigure(recording, lane, what);
}

std::optional<NllFigure> nllFigureOf(const std::string& id) {
    NllFigure what;
    IdWords words(id, "nll");
    what.lanes = words.take("lanes");
    if (words.more() && words.take("threshold")) {
        what.thresholdScales = words.positive();
    }
    return words.known() ? std::optional(what) : std::nullopt;
}

}  // namespace kvw::figures
