// SPDX-License-Identifier: Apache-2.0
/// The figures of a recording. Every builder reads published steps only and may be called while the run goes on.
/// Time (the step) runs along x everywhere; tokens and layers run along y.
/// Definitions of the numbers: METRICS.md. A figure with nothing to show has panels without series and maps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/bundle/figure.h"
#include "core/trace/recording.h"

namespace kvw::figures {

/// Maps are pooled (mean of budgets, maximum of probabilities, last state of keep-sets) to at most this many cells per
/// side.
inline constexpr std::int32_t kMapSide = 256;

/// NLL per token with the full lane, prune events as marks; second panel: difference to the full lane where there is
/// one.
[[nodiscard]] FigureSpec nll(const Recording& recording, std::int32_t lane);
/// Held tokens per layer over steps (map), and at the end against the budget (bars).
[[nodiscard]] FigureSpec budgets(const Recording& recording, std::int32_t lane);
/// Gini, entropy and temporal variance per layer over steps, a panel each.
[[nodiscard]] FigureSpec inequality(const Recording& recording, std::int32_t lane);
/// Live, allocated and full bytes over steps.
[[nodiscard]] FigureSpec memory(const Recording& recording, std::int32_t lane);
/// Attention of a layer over x = step, y = token from the recorded rows; queryHead -1: mean over heads. Evicted cells
/// are not zero.
[[nodiscard]] FigureSpec attention(const Recording& recording, std::int32_t lane, std::int32_t layer,
                                   std::int32_t queryHead);
/// What a layer (unit -1) or a unit of it holds: x = step, y = token, with categories evicted, held, sink, recent.
[[nodiscard]] FigureSpec keepset(const Recording& recording, std::int32_t lane, std::int32_t layer, std::int32_t unit);
/// Difference in NLL and held tokens of all lanes, for a recording with several.
[[nodiscard]] FigureSpec comparison(const Recording& recording);

/// The set that goes into a bundle: nll, budgets, inequality, memory, keepset of the first layer, attention of it where
/// recorded. At most `kStandardFigures`.
inline constexpr int kStandardFigures = 6;
[[nodiscard]] std::vector<FigureSpec> standard(const Recording& recording, std::int32_t lane);
/// One by its id, as in `standard` and "keepset-layer-3", "attention-layer-3-head-0", "attention-layer-3". BadUsage: no
/// such figure.
[[nodiscard]] Result<FigureSpec> byId(const Recording& recording, std::int32_t lane, const std::string& id);

}  // namespace kvw::figures
