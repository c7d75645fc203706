// SPDX-License-Identifier: GPL-3.0-or-later
/// The forks of a story: the same that F, W and the Runs dock make.
#pragma once

#include <optional>

#include "app/workbench/models/workspace.h"
#include "app/workbench/stories/story.h"

namespace kvw::wb {

/// The first token that would be the fork's own; none while the run has not come so far. Errors: a probe or a prune
/// event that the run does not have.
[[nodiscard]] Result<std::optional<std::int64_t>> forkStep(const ForkAction& fork, Workspace& workspace);
/// Asks for the fork at that token; it comes as another recording. Errors: those of Forks.
[[nodiscard]] Result<void> startFork(const ForkAction& fork, std::int64_t step, Workspace& workspace);
/// Shows the fork and its parent side by side. Errors: the shown run is no fork.
[[nodiscard]] Result<void> showBeside(Workspace& workspace);

}  // namespace kvw::wb
