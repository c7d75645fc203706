// SPDX-License-Identifier: Apache-2.0
/// Figures of all lanes together: a curve each, perplexity over position, memory over length, and overlap of keep-sets.
#include "core/figures/builders/figure_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>

#include "core/analysis/overlap.h"
#include "core/figures/builders/figure_memory.h"
#include "core/figures/builders/figure_nll.h"
#include "core/figures/builders/figure_parts.h"

namespace kvw::figures {
namespace {

/// Returns `value(step record)` over the steps of a lane; NaN is no point.
template <class Value>
FigureSeries curve(const Recording& recording, std::int32_t lane, Value value) {
    const SeriesLook look = laneLook(recording.description(), lane);
    FigureSeries series{laneLabel(recording, lane), {}, {}, FigureStyle::Line, look.role, look.index};
    const Trace& trace = recording.trace(lane);
    const std::int64_t steps = trace.steps();
    for (std::int64_t i = 0; i < steps; ++i) {
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(value(trace.step(i)));
    }
    return series;
}

/// Adds `number` if it is finite, returns the mean so far; NaN before kFewestOfMean numbers.
double meanSoFar(metrics::RunningMean& mean, double number) {
    if (std::isfinite(number)) {
        mean.add(number);
    }
    return mean.count() < kFewestOfMean ? kMissing : *mean.value();
}

struct CurveText {
    const char *id, *title, *label, *unit;
};
constexpr std::array<CurveText, 8> kCurves{{
    {"lanes-mean-nll", "Mean NLL so far", "NLL", "nats"},
    {"lanes-mean-delta", "Mean difference to the full cache so far", "ΔNLL", "nats"},
    {"lanes-nll", "NLL of each token", "NLL", "nats"},
    {"lanes-delta", "Difference to the full cache, each token", "ΔNLL", "nats"},
    {"lanes-kl", "KL to the full cache", "KL", "nats"},
    {"lanes-bytes", "Live bytes of the cache", "live", "MiB"},
    {"lanes-mean-less", "Mean NLL so far, less that of a lane", "difference", "nats"},
    {"lanes-less", "NLL of each token, less that of a lane", "difference", "nats"},
}};

}  // namespace

FigureAxis laneCurveAxis(LaneCurve which) {
    const CurveText& text = kCurves[static_cast<std::size_t>(which)];
    return {text.label, text.unit};
}

bool isMean(LaneCurve which) noexcept {
    return which == LaneCurve::MeanNll || which == LaneCurve::MeanDelta || which == LaneCurve::MeanLess;
}

bool isLess(LaneCurve which) noexcept {
    return which == LaneCurve::MeanLess || which == LaneCurve::Less;
}

bool hasZero(LaneCurve which) noexcept {
    return which != LaneCurve::MeanNll;
}

LaneCurveValues::LaneCurveValues(const Recording& recording, LaneCurve which, std::int32_t lane, std::int32_t of)
    : m_trace(&recording.trace(lane)),
      m_of(&recording.trace(of)),
      m_which(which),
      m_prompt(recording.description().promptTokens) {}

std::int64_t LaneCurveValues::steps() const {
    return isLess(m_which) ? std::min(m_trace->steps(), m_of->steps()) : m_trace->steps();
}

double LaneCurveValues::next() {
    const StepRecord& step = m_trace->step(m_given++);
    const auto value = [&] {
        switch (m_which) {
            case LaneCurve::MeanNll:
            case LaneCurve::Nll:
                return step.nll;
            case LaneCurve::MeanDelta:
            case LaneCurve::Delta:
                return deltaNll(step);
            case LaneCurve::Kl:
                return step.kl;
            case LaneCurve::Live:
                return static_cast<double>(step.bytesLive) / kMebibyte;
            case LaneCurve::MeanLess:
            case LaneCurve::Less:
                break;
        }
        return step.step < m_of->steps() ? step.nll - m_of->step(step.step).nll : kMissing;
    }();
    return isMean(m_which) ? meanSoFar(m_mean, step.step >= m_prompt ? value : kMissing) : value;
}

namespace {

/// Names the setting of curves: the lane whose NLL is subtracted, below `lanes`.
void curveWords(FigureCodec& codec, std::int32_t& of, LaneCurve which, std::int32_t lanes) {
    if (isLess(which)) {
        codec.needed("lane", of, lanes);
    }
}

struct OverlapFigure {
    std::int32_t lane = -1;
    std::int64_t step = -1;
};

/// Names the settings in the order of the id; without a step the overlap is of the last one.
void overlapWords(FigureCodec& codec, OverlapFigure& what, const Recording& recording) {
    codec.needed("lane", what.lane, recording.lanes());
    const bool there = what.lane >= 0 && recording.hasTrace(what.lane);
    const std::int64_t steps = there ? recording.trace(what.lane).steps() : 0;
    what.step = what.step < 0 ? steps - 1 : what.step;
    codec.number("step", what.step, steps);
}

}  // namespace

std::string laneCurveId(LaneCurve which, std::int32_t lane) {
    return figureId(kCurves[static_cast<std::size_t>(which)].id, lane, curveWords, which, 0);
}

FigureSpec laneCurves(const Recording& recording, LaneCurve which, std::int32_t of) {
    const CurveText& text = kCurves[static_cast<std::size_t>(which)];
    FigureSpec figure = startFigure(recording, 0, laneCurveId(which, of), text.title,
                                    fmt::format("{}{}, for every policy{}.{}", text.title,
                                                isLess(which) ? " (" + laneLabel(recording, of) + ")" : "",
                                                isMean(which) ? "; means begin behind the prompt" : "",
                                                which == LaneCurve::Live ? std::string() : generatedNote(recording)));
    describeLanes(figure, recording, lanesOf(recording));
    FigurePanel panel = startPanel({}, stepAxis(), laneCurveAxis(which));
    for (const std::int32_t lane : lanesOf(recording)) {
        LaneCurveValues values(recording, which, lane, of);
        addSeries(panel, curve(recording, lane, [&values](const StepRecord&) { return values.next(); }));
    }
    if (hasZero(which)) {
        includeZero(panel);
    }
    addPromptMark(panel, recording.description(), recording.trace(0).steps());
    figure.panels.push_back(std::move(panel));
    return figure;
}

FigureSpec overlap(const Recording& recording, std::int32_t lane, std::int64_t step) {
    FigureSpec figure = startFigure(
        recording, lane,
        figureId("overlap", OverlapFigure{lane, std::max<std::int64_t>(0, step)}, overlapWords, recording),
        FigureTitle().with(numbered("Overlap of keep-sets at step %1", step)),
        fmt::format("Jaccard overlap of what each policy holds after step {} with what {} holds, by layer; mean over "
                    "query heads.",
                    step, laneLabel(recording, lane)));
    describeLanes(figure, recording, lanesOf(recording));
    FigurePanel panel = startPanel({}, layerAxis(), {"overlap", "Jaccard", false, 0.0, 1.05});
    for (const std::int32_t other : lanesOf(recording)) {
        const std::vector<double> values =
            other == lane ? std::vector<double>() : keepSetOverlap(recording, lane, other, step);
        const SeriesLook look = laneLook(recording.description(), other);
        FigureSeries series{laneLabel(recording, other), {}, values, FigureStyle::Line, look.role, look.index};
        for (std::size_t layer = 0; layer < values.size(); ++layer) {
            series.x.push_back(static_cast<double>(layer));
        }
        addSeries(panel, std::move(series));
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

void addOverlap(FigureSpec& curves, FigureSpec overlap) {
    curves.id = FigureRequest::parse(curves.id).with(overlap.id).id();
    curves.caption += ' ' + overlap.caption;
    std::move(overlap.panels.begin(), overlap.panels.end(), std::back_inserter(curves.panels));
}

std::optional<FigureSpec> laneFigureOf(const Recording& recording, const FigureRequest& request) {
    const auto* text = std::ranges::find_if(kCurves, [&](const CurveText& each) { return request.isA(each.id); });
    const bool curves = text != kCurves.end();
    const auto which = static_cast<LaneCurve>(text - kCurves.begin());
    std::int32_t of = 0;
    bool withOverlap = !curves;
    OverlapFigure below;
    FigureCodec codec(request, curves ? text->id : "overlap");
    if (curves) {
        curveWords(codec, of, which, recording.lanes());
        codec.flag("overlap", withOverlap);
    }
    if (withOverlap) {
        overlapWords(codec, below, recording);
    }
    if (!codec.known() || (withOverlap && below.step < 0) || (curves && isLess(which) && !recording.hasTrace(of))) {
        return std::nullopt;
    }
    if (!curves) {
        return overlap(recording, below.lane, below.step);
    }
    FigureSpec figure = laneCurves(recording, which, of);
    if (withOverlap) {
        addOverlap(figure, overlap(recording, below.lane, below.step));
    }
    return figure;
}

FigureSpec comparison(const Recording& recording) {
    FigureSpec figure =
        startFigure(recording, 0, "comparison", "Policies side by side",
                    "NLL of each token minus that of the full-cache lane, and tokens held, summed over layers and "
                    "stored heads, for every policy." +
                        generatedNote(recording));
    FigurePanel difference = startPanel("difference to the full cache", stepAxis(), {"ΔNLL", "nats"});
    FigurePanel held = startPanel("held over layers and heads", stepAxis(), {"held, all layers and heads", "tokens"});
    for (const std::int32_t lane : lanesOf(recording)) {
        const SeriesLook look = laneLook(recording.description(), lane);
        if (lane != 0) {
            addSeries(difference, valuesOf(recording, StepSeries{{}, {FigureRole::Lane, look.index}, lane, &deltaNll}));
        }
        addSeries(held, valuesOf(recording, StepSeries{{}, look, lane, [](const StepRecord& step) {
                                                           return static_cast<double>(step.heldTotal);
                                                       }}));
    }
    describeLanes(figure, recording, lanesOf(recording));
    figure.panels.push_back(std::move(difference));
    figure.panels.push_back(std::move(held));
    dropEmptyPanels(figure);  // generated text has no difference
    return figure;
}

FigureSpec perplexity(const Recording& recording) {
    FigureSpec figure = startFigure(
        recording, 0, "perplexity", "Perplexity over position",
        "Running perplexity exp(mean NLL) of all tokens of the text up to each position, for every policy." +
            generatedNote(recording));
    describeLanes(figure, recording, lanesOf(recording));
    FigurePanel panel = startPanel({}, {"position", "tokens"}, {"perplexity"});
    for (const std::int32_t lane : lanesOf(recording)) {
        metrics::RunningMean so;
        addSeries(panel,
                  curve(recording, lane, [&](const StepRecord& step) { return std::exp(meanSoFar(so, step.nll)); }));
    }
    addPromptMark(panel, recording.description(), recording.trace(0).steps());
    figure.panels.push_back(std::move(panel));
    return figure;
}

FigureSpec memoryLength(const Recording& recording) {
    FigureSpec figure = startFigure(recording, 0, "memory-length", "Memory over length",
                                    "Bytes of the keys and values that are held after so many tokens, for every "
                                    "policy, and what the full cache takes.");
    describeLanes(figure, recording, lanesOf(recording));
    FigurePanel panel = startPanel({}, {"length", "tokens"}, {"keys and values", "MiB", false, 0.0, std::nullopt});
    const std::vector<std::int32_t> lanes = lanesOf(recording);
    if (!lanes.empty() && laneLook(recording.description(), lanes.front()).role != FigureRole::FullLane) {
        FigureSeries full = curve(recording, lanes.front(), [](const StepRecord& step) {
            return static_cast<double>(step.bytesFull) / kMebibyte;
        });
        full.label = "full";
        full.role = FigureRole::FullLane;
        addSeries(panel, std::move(full));
    }
    for (const std::int32_t lane : lanes) {
        addSeries(panel, curve(recording, lane,
                               [](const StepRecord& step) { return static_cast<double>(step.bytesLive) / kMebibyte; }));
    }
    for (FigureSeries& series : panel.series) {
        for (double& x : series.x) {
            ++x;  // after token 0 the length is 1
        }
    }
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace kvw::figures
