// SPDX-License-Identifier: GPL-3.0-or-later
/// Creates the forks of a story, as F, W and the Runs dock do.
#pragma once

#include <optional>

#include "app/workbench/session/workspace.h"
#include "app/workbench/stories/story.h"

namespace kvw::wb {

/// Returns the first token that the fork decodes itself; none: the run has not come that far. Errors: the run has no
/// such probe or prune event.
[[nodiscard]] Result<std::optional<std::int64_t>> forkStep(const ForkAction& fork, Workspace& workspace);
/// Requests the fork at that token; it arrives as a new recording. Errors: those of Forks.
[[nodiscard]] Result<void> startFork(const ForkAction& fork, std::int64_t step, Workspace& workspace);
/// Shows the fork and its parent side by side. Errors: the shown run is no fork.
[[nodiscard]] Result<void> showBeside(Workspace& workspace);

}  // namespace kvw::wb
