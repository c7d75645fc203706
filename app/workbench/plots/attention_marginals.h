// SPDX-License-Identifier: GPL-3.0-or-later
/// What stands beside an attention map: how much each token is read, how sharply each query reads; narrowed to some
/// tokens where these are chosen.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/workbench/plots/attention_source.h"

namespace kvw::wb {

/// A point per row and column of cells that are shown.
struct MapMarginals {
    std::vector<double> tokens, received;  ///< mean of a column's cells that have a value, whatever the pooling
    std::vector<double> steps, given;      ///< the largest cell of a row; with tokens: what the row puts on them
};
/// `window` is one of `source`; `tokens` ascend.
[[nodiscard]] MapMarginals marginalsOf(const AttentionSource& source, const MapWindow& window,
                                       std::span<const std::int32_t> tokens, const std::function<bool()>& stale);

}  // namespace kvw::wb
