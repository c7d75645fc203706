// SPDX-License-Identifier: Apache-2.0
/// Maps of attention from what was pooled while it was recorded.
#pragma once

#include <cstdint>
#include <optional>

#include "core/figures/figure.h"
#include "core/figures/figure_request.h"
#include "core/trace/pooled_maps.h"

namespace kvw::figures {

/// Returns the first layer of which there is a map, if the rows were pooled; else 0.
[[nodiscard]] std::int32_t firstMapLayer(const Trace& trace);

/// Returns the map in at most `side` cells a side, which join whole cells as those were pooled; a range of steps or
/// tokens is widened to whole cells. Its scale ends with the largest recorded cell, whatever part is shown; `label`
/// says what a cell stands for. None: nothing is recorded there. Undefined scale below the maximum: the caller sets it.
[[nodiscard]] std::optional<FigureMap> pooledMap(const PooledMap& map, const std::optional<Range>& steps,
                                                 const std::optional<Range>& tokens, std::int32_t side);

}  // namespace kvw::figures
