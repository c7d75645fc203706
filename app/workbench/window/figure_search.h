// SPDX-License-Identifier: GPL-3.0-or-later
/// What there is to draw of a run: whatever a dock draws of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/workbench/models/sight.h"
#include "app/workbench/plots/latest_job.h"
#include "core/bundle/figure.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// In this order: what is always there, what takes longer, what is of all lanes, what is selected.
enum class FigurePart { Standard, Further, Shared, Selected };
inline constexpr int kFigureParts = 4;

/// Ids of figures of what is selected, and of those that a dock shows when it is asked to. Thread: GUI thread.
[[nodiscard]] std::vector<std::string> selectedFigures(const Sight& sight, const Selection& selection,
                                                       const Recording& recording, int lane);
/// Computes the figures of one part and hands them over; of `selected` one at a time, as those of long runs are large.
/// Any thread.
void lookThrough(const Recording& recording, int lane, FigurePart which, const std::vector<std::string>& selected,
                 const LatestJob::Stale& stale, const std::function<void(const FigureSpec&)>& take);

}  // namespace kvw::wb
