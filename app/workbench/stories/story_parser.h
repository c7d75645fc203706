// SPDX-License-Identifier: GPL-3.0-or-later
/// Parses a story from Markdown. Nothing in it is executed; the set of directives is fixed.
#pragma once

#include <filesystem>
#include <string_view>

#include "app/workbench/stories/story.h"
#include "core/base/error.h"

namespace kvw::wb {

/// Parses a story. `name`: used in errors, each of which is one sentence with the line: "sinks.md, line 12: ...".
/// Errors: BadInput at the first mistake.
[[nodiscard]] Result<Story> parseStory(std::string_view text, const std::string& name);

/// Reads a story file. Errors: those of parseStory; NotFound; BadInput if it is no file or too large.
[[nodiscard]] Result<Story> readStory(const std::filesystem::path& file);

/// Returns whether a Markdown file is a story rather than a text for a run: it has at least one directive. Returns
/// false if the file is unreadable.
[[nodiscard]] bool isStory(const std::filesystem::path& file);

}  // namespace kvw::wb
