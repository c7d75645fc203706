// SPDX-License-Identifier: Apache-2.0
/// Held tokens, budgets and, where recorded, capacities of layers, or of the heads of one, in tokens, as a share of the
/// text read so far, or in bytes. Ids: "budgets" (in tokens, at the last step) with, in this order and each only where
/// it is not the usual,
/// "-share" or "-bytes" (the unit), "-heads-layer-3" (bars of its heads; else of the layers) or "-all-lanes" (bars of
/// the layers of every lane; the map is of one), "-step-512" (that of the bars), "-steps-100-300" (of the map; else
/// all).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/bundle/figure.h"
#include "core/bundle/figure_range.h"
#include "core/trace/recording.h"

namespace kvw::figures {

enum class HeldUnit { Tokens, Share, Bytes };
/// What one token held by a layer is at the end of `step`: 1; percent of the tokens seen; MiB, of the bytes recorded as
/// live, in equal parts for all tokens that layers hold (codes of a codec count as what they take).
[[nodiscard]] double heldScale(const Recording& recording, std::int32_t lane, std::int64_t step, HeldUnit unit);

/// Likewise of a slot allocated in a layer; in MiB of the bytes recorded as allocated.
[[nodiscard]] double capacityScale(const Recording& recording, std::int32_t lane, std::int64_t step, HeldUnit unit);

struct BudgetFigure {
    HeldUnit unit = HeldUnit::Tokens;
    std::int32_t headsOf = -1;  ///< layer; -1: bars of layers
    std::int64_t step = -1;     ///< of the bars; -1: the last
    std::optional<Range> steps = {};
    bool allLanes = false;  ///< bars of layers, of every lane
};
[[nodiscard]] FigureSpec budgets(const Recording& recording, std::int32_t lane, const BudgetFigure& what);
/// None: the id is none of these, or names what the recording does not have.
[[nodiscard]] std::optional<BudgetFigure> budgetFigureOf(const Recording& recording, std::int32_t lane,
                                                         const std::string& id);

}  // namespace kvw::figures
