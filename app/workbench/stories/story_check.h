// SPDX-License-Identifier: GPL-3.0-or-later
/// Checks that a story fits this installation, without running anything: texts, policies, parameters, docks and
/// controls.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>

#include "app/workbench/session/workspace.h"
#include "app/workbench/stories/story.h"

namespace kvw::wb {

/// Lookups that only a window can answer. They are called with the draft in the state it would have at that directive,
/// so that a parameter of the loaded policy counts as a control.
struct StoryControls {
    std::function<bool(const QString&)> dock, control;
    /// Empty: every mode and every term of the glossary fits.
    std::function<bool(const QString& dock, const QString& mode)> mode = {};
    std::function<bool(const QString&)> term = {};
};

/// Checks a story; changes the draft of `workspace`. `shown`: the recording, such as a bundle, that the story plays
/// over until it loads a run of its own. Its prune events are known; those of a future run are not. Errors: BadInput at
/// the first directive that does not fit, with file and line.
[[nodiscard]] Result<void> checkStory(const Story& story, const std::filesystem::path& file, Workspace& workspace,
                                      const StoryControls& controls, const Recording* shown = nullptr);

}  // namespace kvw::wb
