// SPDX-License-Identifier: GPL-3.0-or-later
/// A story on paper: its pages, what the window does and what the learner does, the questions without their answers,
/// and the answers at the end.
#pragma once

#include <QString>
#include <filesystem>
#include <functional>

#include "app/workbench/stories/story.h"
#include "core/base/error.h"

namespace kvw::wb {

/// The title of the dock with this id; empty: there is none.
using DockTitle = std::function<QString(const QString& id)>;

/// As Markdown. What stands in a question or a directive is shown as it was typed.
[[nodiscard]] QString handoutMarkdown(const Story& story, const DockTitle& dockTitle);

/// Writes `file` as its suffix says: html (one file without script, link or picture), pdf (A4) or md
/// (Markdown, likewise). Thread: GUI thread.
/// Errors: BadUsage (another suffix), Io (names the file).
[[nodiscard]] Result<void> writeHandout(const Story& story, const std::filesystem::path& file,
                                        const DockTitle& dockTitle);

}  // namespace kvw::wb
