// SPDX-License-Identifier: GPL-3.0-or-later
/// Computes the curves beside an attention map: how much each token is read, and how sharply each query reads or how
/// much it reads chosen tokens.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/workbench/plot/maps/attention_source.h"

namespace kvw::wb {

/// Points of the two curves, one per visible row and column of cells.
struct MapMarginals {
    std::vector<double> tokens, received;  ///< mean of a column's cells that have a value, with either pooling
    std::vector<double> steps, given;      ///< largest cell of a row; with chosen tokens: weight of the row on them
};
/// `window` must be from `source`; `tokens` must be in ascending order.
[[nodiscard]] MapMarginals marginalsOf(const AttentionSource& source, const MapWindow& window,
                                       std::span<const std::int32_t> tokens, const std::function<bool()>& stale);

}  // namespace kvw::wb
