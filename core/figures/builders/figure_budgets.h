// SPDX-License-Identifier: Apache-2.0
/// Figure of the held tokens, budgets and, if recorded, capacities of layers or of the heads of one layer: in tokens,
/// as a share of the text read so far, or in bytes. Ids: "budgets" (in tokens, at the last step) with these parts, in
/// this order and only where they differ from the default: "-share" or "-bytes" (the unit), "-heads-layer-3" (bars of
/// its heads; else of the layers) or "-all-lanes" (bars of the layers of every lane; the map shows one lane),
/// "-step-512" (the step of the bars), "-steps-100-300" (the part of the map; else all).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/figures/figure.h"
#include "core/figures/figure_request.h"
#include "core/trace/recording.h"

namespace kvw::figures {

enum class HeldUnit { Tokens, Share, Bytes };
/// Returns what one token held by a layer counts at the end of `step`: 1; percent of the tokens seen; or MiB, for which
/// the bytes recorded as live are shared equally among all tokens that layers hold (with a codec, live bytes count its
/// codes).
[[nodiscard]] double heldScale(const Recording& recording, std::int32_t lane, std::int64_t step, HeldUnit unit);

/// Returns the same for a slot allocated in a layer; its MiB come from the bytes recorded as allocated.
[[nodiscard]] double capacityScale(const Recording& recording, std::int32_t lane, std::int64_t step, HeldUnit unit);

struct BudgetFigure {
    HeldUnit unit = HeldUnit::Tokens;
    std::int32_t headsOf = -1;  ///< layer whose heads are the bars; -1: bars of layers
    std::int64_t step = -1;     ///< of the bars; -1: the last
    std::optional<Range> steps = {};
    bool allLanes = false;  ///< bars of the layers of every lane
};
[[nodiscard]] FigureSpec budgets(const Recording& recording, std::int32_t lane, const BudgetFigure& what);
/// Reads a request. None: it is no such figure, or names something that the recording does not have.
[[nodiscard]] std::optional<BudgetFigure> budgetFigureOf(const Recording& recording, std::int32_t lane,
                                                         const FigureRequest& request);

}  // namespace kvw::figures
