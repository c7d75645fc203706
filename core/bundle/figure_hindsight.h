// SPDX-License-Identifier: Apache-2.0
/// The figure of hindsight: what was kept against the best that could have been kept. Ids: "hindsight" (regret against
/// any set of the same size) with, in this order, "-protected" (against sets with the same protected tokens) and
/// "-steps-100-300" (the part shown; else all).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/bundle/figure.h"
#include "core/bundle/figure_range.h"
#include "core/trace/recording.h"

namespace kvw::figures {

struct HindsightFigure {
    bool protectedAlike = false;
    std::optional<Range> steps = {};
};
/// Regret by layer and step (map), and later attention kept against the best sets (lines). Empty without the rows of a
/// full lane, and for that lane itself. Reads all rows of the full lane.
[[nodiscard]] FigureSpec hindsight(const Recording& recording, std::int32_t lane, const HindsightFigure& what);
/// None: the id is none of these, or names what the trace does not have.
[[nodiscard]] std::optional<HindsightFigure> hindsightFigureOf(const Trace& trace, const std::string& id);

}  // namespace kvw::figures
