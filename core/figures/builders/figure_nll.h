// SPDX-License-Identifier: Apache-2.0
/// The curves of the seismograph, as the window and `figures::nll` draw them.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/figures/step_panel.h"
#include "core/metrics/prune_events.h"

namespace kvw::figures {

/// Returns the difference of a step's NLL to the full lane's.
[[nodiscard]] double deltaNll(const StepRecord& step);

/// Returns the panels of NLL and of the difference to the full cache, with the curves of the lanes `others` behind. The
/// second, whose curves are such means, has no series if only a full lane is drawn.
[[nodiscard]] std::array<StepPanel, 2> nllPanels(const Recording& recording, std::int32_t lane,
                                                 const std::vector<std::int32_t>& others,
                                                 StepMean mean = StepMean::Each);
/// Returns the threshold of each judged group over its window, with a gap after it. `apart`: tokens between two points;
/// the ends of a window always have one.
[[nodiscard]] FigureSeries thresholdSeries(std::span<const metrics::PruneGroup> groups, double scales,
                                           std::int64_t apart);

}  // namespace kvw::figures
