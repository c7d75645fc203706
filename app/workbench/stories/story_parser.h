// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads a story from Markdown. Nothing in it is executed; what it may say is a closed list of directives.
#pragma once

#include <filesystem>
#include <string_view>

#include "app/workbench/stories/story.h"
#include "core/base/error.h"

namespace kvw::wb {

/// `name` stands in errors, each of which is one sentence with the line: "sinks.md, line 12: ...".
/// Errors: BadInput, at the first mistake.
[[nodiscard]] Result<Story> parseStory(std::string_view text, const std::string& name);

/// Errors: those of parseStory; NotFound, or BadInput for what is no file or too large.
[[nodiscard]] Result<Story> readStory(const std::filesystem::path& file);

/// Whether a Markdown file is a story, and not a text for a run: it has at least one directive. False if unreadable.
[[nodiscard]] bool isStory(const std::filesystem::path& file);

}  // namespace kvw::wb
