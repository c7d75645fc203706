// SPDX-License-Identifier: Apache-2.0
#include "core/figures/step_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/figures/builders/figure_parts.h"

namespace kvw::figures {

void includeZero(FigurePanel& panel) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const FigureSeries& series : panel.series) {
        for (const double y : series.y) {
            low = std::isfinite(y) ? std::min(low, y) : low;
            high = std::isfinite(y) ? std::max(high, y) : high;
        }
    }
    if (low >= 0 && high > 0) {
        panel.y.minimum = 0;
    } else if (high <= 0 && low < 0) {
        panel.y.maximum = 0;
    }
}

FigureSeries valuesOf(const Recording& recording, const StepSeries& series) {
    FigureSeries values;
    values.label = series.label.empty() ? laneLabel(recording, series.lane) : series.label.english();
    values.role = series.look.role;
    values.index = series.look.index;
    const Trace& trace = recording.trace(series.lane);
    const std::int64_t steps = trace.steps();
    values.x.reserve(static_cast<std::size_t>(steps));
    values.y.reserve(static_cast<std::size_t>(steps));
    RunningCurve curve(series.mean, recording.description().promptTokens);
    for (std::int64_t i = 0; i < steps; ++i) {
        values.x.push_back(static_cast<double>(i));
        values.y.push_back(curve.next(i, series.value(trace.step(i))));
    }
    return values;
}

FigurePanel valuesOf(const Recording& recording, const StepPanel& panel) {
    FigurePanel values = startPanel(panel.title, panel.x, panel.y);
    for (const StepSeries& series : panel.series) {
        addSeries(values, valuesOf(recording, series));
    }
    includeZero(values);
    addMarks(values, recording, panel.lane);
    if (!panel.prunes) {
        std::erase_if(values.marks, [](const FigureMark& mark) { return mark.kind == "prune"; });
    }
    return values;
}

double pruneTick(const StepRecord& step) {
    return step.evictedNow > 0 ? 1 : kMissing;
}

std::optional<double> promptEdge(const RunDescription& run, std::int64_t steps) {
    return run.promptTokens > 0 && run.promptTokens < steps ? std::optional(static_cast<double>(run.promptTokens) - 0.5)
                                                            : std::nullopt;
}

std::string axisTitle(const FigureAxis& axis) {
    const std::string label = axis.label.english();
    return axis.unit.empty() ? label : label + " (" + axis.unit.english() + ')';
}

}  // namespace kvw::figures
