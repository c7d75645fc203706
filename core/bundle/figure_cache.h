// SPDX-License-Identifier: Apache-2.0
/// The figure of the cache at one step, as the window's cache map draws it. Ids: "cache-map" (the last step) with, in
/// this order and each only where it is not the usual, "-age", "-attention" or "-score" (the colour; else the state),
/// "-by-slot" (else by token), "-head-2" (query head; else all), "-step-512", "-tokens-100-300" or "-slots-0-63" (the
/// part shown; else all).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/bundle/figure.h"
#include "core/bundle/figure_range.h"
#include "core/trace/cache_cells.h"

namespace kvw::figures {

enum class CacheColour { State, Age, Attention, Score };

struct CacheFigure {
    CacheColour colour = CacheColour::State;
    CacheOrder order = CacheOrder::Tokens;
    std::int32_t head = -1;
    std::int64_t step = 0;              ///< published
    std::optional<Range> columns = {};  ///< tokens, or slots
};

/// What each layer holds at the end of a step (map: layer by token or slot); by token, below, what the full cache gave
/// the evicted ones afterwards, where the rows of a full lane tell.
[[nodiscard]] FigureSpec cacheMap(const Recording& recording, std::int32_t lane, const CacheFigure& what);
/// None: the id is none of these, or names what the lane does not have.
[[nodiscard]] std::optional<CacheFigure> cacheFigureOf(const Trace& trace, const std::string& id);

}  // namespace kvw::figures
