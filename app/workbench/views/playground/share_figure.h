// SPDX-License-Identifier: GPL-3.0-or-later
/// Panels of a playground for figures and tables: Gini of every layer, and the budgets that a rule derives from it.
#pragma once

#include "app/workbench/views/playground/playground.h"
#include "core/figures/figure.h"

namespace kvw {
class Trace;
}

namespace kvw::wb {

/// Adds both panels to `figure` and describes them in its caption. `budgeted`: also shows the run's own budgets.
void addShares(FigureSpec& figure, const Trace& trace, std::int64_t step, bool budgeted, const Playground& plan,
               const LayerGinis& prompt, const LayerShares& shares);

}  // namespace kvw::wb
