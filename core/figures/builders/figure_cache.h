// SPDX-License-Identifier: Apache-2.0
/// Figure of the cache at one step, as the window's cache map draws it. Ids: "cache-map" (the last step) with these
/// parts, in this order and only where they differ from the default: "-age", "-attention" or "-score" (the colour; else
/// the state), "-by-slot" (else by token), "-head-2" (query head; else all), "-step-512", "-tokens-100-300" or
/// "-slots-0-63" (the part shown; else all).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/analysis/cache_cells.h"
#include "core/figures/figure.h"
#include "core/figures/figure_request.h"

namespace kvw::figures {

enum class CacheColour { State, Age, Attention, Score };

struct CacheFigure {
    CacheColour colour = CacheColour::State;
    CacheOrder order = CacheOrder::Tokens;
    std::int32_t head = -1;
    std::int64_t step = 0;              ///< a published step
    std::optional<Range> columns = {};  ///< tokens, or slots
};

/// Draws what each layer holds at the end of a step (map: layer by token or slot). By token, a map below shows the
/// later attention of the full cache to the evicted tokens, if the rows of a full lane are recorded.
[[nodiscard]] FigureSpec cacheMap(const Recording& recording, std::int32_t lane, const CacheFigure& what);
/// Reads a request. None: it is no such figure, or names something that the lane does not have.
[[nodiscard]] std::optional<CacheFigure> cacheFigureOf(const Trace& trace, const FigureRequest& request);

}  // namespace kvw::figures
