// SPDX-License-Identifier: Apache-2.0
/// The figure of the cache at one step; by id: "cache-map" (the last step), "cache-map-step-512".
#pragma once

#include "core/bundle/figure.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Which tokens each layer holds at the end of `step` (map: layer by token), and below what the full cache gave the
/// evicted ones afterwards, where the rows of a full lane tell.
[[nodiscard]] FigureSpec cacheMap(const Recording& recording, std::int32_t lane, std::int64_t step);

}  // namespace kvw::figures
