// SPDX-License-Identifier: GPL-3.0-or-later
/// Lists all figures of a run that some dock can draw.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/workbench/plot/latest_job.h"
#include "app/workbench/session/shown_selection.h"
#include "core/figures/figure.h"
#include "core/trace/recording.h"

namespace kvw::wb {

/// Groups of figures, searched in this order: always available, slower ones, those about all lanes, those of the
/// selection.
enum class FigurePart { Standard, Further, Shared, Selected };
inline constexpr int kFigureParts = 4;

/// Returns the ids of figures of the selection, including those that a dock shows only on request. Thread: GUI thread.
[[nodiscard]] std::vector<std::string> selectedFigures(const ShownSelection& shownSelection, const Selection& selection,
                                                       const Recording& recording, int lane);
/// Computes the figures of one part and passes them to `take`; those of `selected` one at a time, because they are
/// large for long runs. Thread: any.
void lookThrough(const Recording& recording, int lane, FigurePart which, const std::vector<std::string>& selected,
                 const LatestJob::Stale& stale, const std::function<void(const FigureSpec&)>& take);

}  // namespace kvw::wb
