// SPDX-License-Identifier: GPL-3.0-or-later
/// What `load` and `compare` make of the next run.
#pragma once

#include <filesystem>

#include "app/workbench/models/workspace.h"
#include "app/workbench/stories/story.h"

namespace kvw::wb {

/// The run is of a model that is not on this machine: the story is right, and the page has no run.
[[nodiscard]] bool lacksModel(const LoadAction& load);
/// Fills the draft; nothing is started. `folder`: that of the story, for a text of its own.
/// Errors: an unknown text, policy or model, a prompt that leaves nothing of the text.
[[nodiscard]] Result<void> applyLoad(const LoadAction& load, const std::filesystem::path& folder, Workspace& workspace);
[[nodiscard]] Result<void> applyCompare(const CompareAction& compare, Workspace& workspace);

}  // namespace kvw::wb
