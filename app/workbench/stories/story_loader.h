// SPDX-License-Identifier: GPL-3.0-or-later
/// Applies the directives `load` and `compare` to the draft of the next run.
#pragma once

#include <filesystem>

#include "app/workbench/session/workspace.h"
#include "app/workbench/stories/story.h"

namespace kvw::wb {

/// Returns whether the run's model is not on this machine. The story is correct then, but the page has no run.
[[nodiscard]] bool lacksModel(const LoadAction& load);
/// Fills the draft; starts nothing. `folder`: folder of the story, for its own texts. Errors: an unknown text, policy
/// or model, or a prompt that leaves no text to decode.
[[nodiscard]] Result<void> applyLoad(const LoadAction& load, const std::filesystem::path& folder, Workspace& workspace);
[[nodiscard]] Result<void> applyCompare(const CompareAction& compare, Workspace& workspace);

}  // namespace kvw::wb
