// SPDX-License-Identifier: Apache-2.0
/// Figure of hindsight: what was kept against the best that could have been kept. Ids: "hindsight" (regret against any
/// set of the same size) with, in this order, "-protected" (against sets with the same protected tokens) and
/// "-steps-100-300" (the part shown; else all).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/analysis/attention/hindsight.h"
#include "core/figures/figure.h"
#include "core/figures/figure_request.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Returns the share of the later attention that is kept at each judged step, mean over layers: of the best set of the
/// same size, of the best that holds the protected tokens, of what the lane held.
[[nodiscard]] std::array<FigureSeries, 3> hindsightSeries(const Recording& recording, std::int32_t lane,
                                                          const Hindsight& judged);

struct HindsightFigure {
    bool protectedAlike = false;
    std::optional<Range> steps = {};
};
/// Draws regret by layer and step (map), and the later attention kept against the best sets (lines). Empty for the full
/// lane and without its rows. Reads all rows of the full lane.
[[nodiscard]] FigureSpec hindsight(const Recording& recording, std::int32_t lane, const HindsightFigure& what);
/// Reads a request. None: it is no such figure, or names something that the trace does not have.
[[nodiscard]] std::optional<HindsightFigure> hindsightFigureOf(const Trace& trace, const FigureRequest& request);

}  // namespace kvw::figures
