// SPDX-License-Identifier: GPL-3.0-or-later
/// Prints a story: its pages, the actions of the window and the learner, the questions, and the answers at the end.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>

#include "app/workbench/stories/story.h"
#include "app/workbench/stories/story_print.h"
#include "core/base/error.h"

namespace kvw::wb {

/// Returns the title of the dock with this id; empty: there is none.
using TitleOfDock = std::function<QString(const QString& id)>;

/// Returns the handout as Markdown. Text of questions and directives appears as typed.
[[nodiscard]] QString handoutMarkdown(const Story& story, const TitleOfDock& dockTitle);

/// Writes the handout in the format of the suffix: html (one file without script, link or picture), pdf (A4, with the
/// figures) or md (Markdown, as html). Errors: BadUsage (another suffix), Io (names the file). Thread: GUI thread.
[[nodiscard]] Result<void> writeHandout(const Story& story, const std::filesystem::path& file,
                                        const TitleOfDock& dockTitle, const std::vector<HandoutFigure>& figures = {});

}  // namespace kvw::wb
