// SPDX-License-Identifier: GPL-3.0-or-later
/// Which stories there are: the shipped ones, then those of the user's folder.
#pragma once

#include <QString>
#include <filesystem>
#include <vector>

namespace kvw::wb {

struct StoryEntry {
    std::filesystem::path file;  ///< in the language that the window speaks, where there is one
    QString name;                ///< "01-sinks", in every language
    QString title, summary;      ///< without marks of Markdown
    int pages = 0;
    QString mistake;  ///< one sentence; empty: it can be opened
};

/// $XDG_DATA_HOME/kvworkbench/stories, beside the folder of the user's plugins; need not exist.
[[nodiscard]] std::filesystem::path userStoryFolder();
/// The shipped folder, then the user's.
[[nodiscard]] std::vector<std::filesystem::path> storyFolders();
/// The Markdown files of the folders by name, but for README.md; a story of several languages is one of them.
[[nodiscard]] std::vector<StoryEntry> listStories(const std::vector<std::filesystem::path>& folders = storyFolders());

}  // namespace kvw::wb
