// SPDX-License-Identifier: Apache-2.0
/// A panel over the steps of a run whose series are functions of the trace. The window follows them while the run goes
/// on and copies no values; the figure of a file holds the values of all steps (`valuesOf`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/figures/figure.h"
#include "core/figures/step_mean.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Returns the number of a step; NaN: a gap.
using StepValue = double (*)(const StepRecord& step);

struct StepSeries {
    Phrase label;  ///< empty: the name of the lane
    SeriesLook look;
    std::int32_t lane = 0;
    StepValue value = nullptr;
    bool behind = false;  ///< something to compare with, which the window draws fainter
    StepMean mean = StepMean::Each;
};

/// The range of y includes 0.
struct StepPanel {
    std::string title;
    FigureAxis x, y;
    std::int32_t lane = 0;           ///< whose prune events and changes are marked
    bool prunes = true;              ///< prune events are marked
    std::vector<StepSeries> series;  ///< in the order in which they are drawn
};

/// Returns a series with the values of all published steps.
[[nodiscard]] FigureSeries valuesOf(const Recording& recording, const StepSeries& series);
/// Returns the panel with those of all its series, without the series that have no value.
[[nodiscard]] FigurePanel valuesOf(const Recording& recording, const StepPanel& panel);
/// Extends the range of y to 0.
void includeZero(FigurePanel& panel);
/// Returns 1 for a step that evicted, else NaN.
[[nodiscard]] double pruneTick(const StepRecord& step);
/// Returns the place between prompt and decode on an axis of `steps` steps. None: all of them are on one side.
[[nodiscard]] std::optional<double> promptEdge(const RunDescription& run, std::int64_t steps);
/// Returns "label (unit)".
[[nodiscard]] std::string axisTitle(const FigureAxis& axis);

}  // namespace kvw::figures
