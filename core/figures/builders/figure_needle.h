// SPDX-License-Identifier: Apache-2.0
/// Figure of a needle's copies: by layer and head, the step at which each left.
#pragma once

#include <optional>

#include "core/analysis/needle.h"
#include "core/figures/figure.h"
#include "core/figures/figure_request.h"

namespace kvw::figures {

/// Draws the map; empty if the needle is not in the text that was read. Id "needle-tokens-120-131", with "-step-512" if
/// it is not looked for at the last step.
[[nodiscard]] FigureSpec needle(const Recording& recording, std::int32_t lane, const Needle& needle);
/// Reads a request. None: it is no such figure.
[[nodiscard]] std::optional<Needle> needleFigureOf(const Trace& trace, const FigureRequest& request);

}  // namespace kvw::figures
