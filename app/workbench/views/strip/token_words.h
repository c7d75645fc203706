// SPDX-License-Identifier: GPL-3.0-or-later
/// Describes a token and its state in words: the line below the strip and its tooltips.
#pragma once

#include <QString>

#include "app/workbench/session/shown_selection.h"
#include "app/workbench/session/workspace.h"
#include "app/workbench/views/strip/strip_view.h"

namespace kvw::wb {

/// Describes a token as lane `lane` has it. `view` has the lane's text, and `states` its states at the step, layer and
/// head of `shownSelection`. The token must be in the view.
[[nodiscard]] QString tokenWords(Workspace& workspace, const ShownSelection& shownSelection, const StripView& view,
                                 int lane, const TokenStates& states, std::int64_t token);

}  // namespace kvw::wb
