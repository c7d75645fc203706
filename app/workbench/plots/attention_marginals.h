// SPDX-License-Identifier: GPL-3.0-or-later
/// What stands beside an attention map: how much each token is read, how sharply each query reads, and the same by
/// layer and head; narrowed to some tokens where these are chosen.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/workbench/plots/attention_source.h"

namespace kvw::wb {

/// A point per row and column of cells that are shown.
struct MapMarginals {
    std::vector<double> tokens, received;  ///< mean of a column's cells that have a value
    std::vector<double> steps, given;      ///< the largest cell of a row; with tokens: what the row puts on them
};
/// `window` is one of `source`. More tokens than `kMostMarginalTokens` are not told apart: the first ones count.
inline constexpr std::size_t kMostMarginalTokens = 64;
[[nodiscard]] MapMarginals marginalsOf(const AttentionSource& source, const MapWindow& window,
                                       std::span<const std::int32_t> tokens, const std::function<bool()>& stale);

/// One step: by layer the mean over heads, by head of one layer, of what `attentionByHead` gives.
struct StepMarginals {
    std::vector<double> layers, heads;
};
[[nodiscard]] StepMarginals marginalsOf(const Trace& trace, std::int64_t step, int layer,
                                        std::span<const std::int32_t> tokens);

}  // namespace kvw::wb
