// SPDX-License-Identifier: Apache-2.0
/// Figure of cascade designs: attention by age, and how much of it the best designs hold.
#pragma once

#include <optional>

#include "core/analysis/attention/cascade_design.h"
#include "core/figures/figure.h"
#include "core/figures/figure_request.h"

namespace kvw::figures {

/// Draws a study; empty without designs. Id "cascade-designs-total-256-sinks-4".
[[nodiscard]] FigureSpec cascadeDesigns(const Recording& recording, std::int32_t lane, const CascadeStudy& study);
/// Reads a request "cascade-designs-total-N[-sinks-N]": designs of the default numbers of sub-caches and rates. None: it
/// is no such figure.
[[nodiscard]] std::optional<CascadeChoices> cascadeChoicesOf(const FigureRequest& request);

}  // namespace kvw::figures
