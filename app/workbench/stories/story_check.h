// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether a story fits this installation, without running anything: texts, policies, parameters, docks and controls.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>

#include "app/workbench/models/workspace.h"
#include "app/workbench/stories/story.h"

namespace kvw::wb {

/// What only a window knows. Asked after the draft is what it would be at that directive, so that a parameter of the
/// loaded policy counts as a control.
struct StoryControls {
    std::function<bool(const QString&)> dock, control;
};

/// Changes the draft of `workspace`. `shown`: what the story is played over until it loads a run of its own, such as a
/// bundle; its prune events are known, too, those of a run that is still to be made are not. Errors: BadInput at the
/// first directive that does not fit, with file and line.
[[nodiscard]] Result<void> checkStory(const Story& story, const std::filesystem::path& file, Workspace& workspace,
                                      const StoryControls& controls, const Recording* shown = nullptr);

}  // namespace kvw::wb
