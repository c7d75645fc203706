// SPDX-License-Identifier: GPL-3.0-or-later
/// What a token is and what became of it, in words: the line below the strip and its tooltips.
#pragma once

#include <QString>

#include "app/workbench/docks/strip_view.h"
#include "app/workbench/models/sight.h"
#include "app/workbench/models/workspace.h"

namespace kvw::wb {

/// As lane `lane` has it, whose text is in `view` and whose states at the step, layer and head of `sight` are `states`.
/// The token is one of the view.
[[nodiscard]] QString tokenWords(Workspace& workspace, const Sight& sight, const StripView& view, int lane,
                                 const TokenStates& states, std::int64_t token);

}  // namespace kvw::wb
