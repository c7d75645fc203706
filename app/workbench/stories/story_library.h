// SPDX-License-Identifier: GPL-3.0-or-later
/// Lists the available stories: the shipped ones, then those in the user's folder.
#pragma once

#include <QString>
#include <filesystem>
#include <vector>

namespace kvw::wb {

struct StoryEntry {
    std::filesystem::path file;  ///< in the window's language if available
    QString name;                ///< such as "01-sinks", the same in every language
    QString title, summary;      ///< without Markdown marks
    int pages = 0;
    QString mistake;  ///< one sentence; empty: the story can be opened
};

/// Returns $XDG_DATA_HOME/kvworkbench/stories, beside the folder of the user's plugins; it need not exist.
[[nodiscard]] std::filesystem::path userStoryFolder();
/// Returns the shipped folder, then the user's.
[[nodiscard]] std::vector<std::filesystem::path> storyFolders();
/// Lists the Markdown files of the folders by name, except README.md; translations of a story count as one.
[[nodiscard]] std::vector<StoryEntry> listStories(const std::vector<std::filesystem::path>& folders = storyFolders());

}  // namespace kvw::wb
