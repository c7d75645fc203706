// SPDX-License-Identifier: GPL-3.0-or-later
/// Which stories there are: the shipped ones, then those of the user's folder.
#pragma once

#include <QString>
#include <filesystem>
#include <vector>

namespace kvw::wb {

struct StoryEntry {
    std::filesystem::path file;
    QString title, summary;
    int pages = 0;
    QString mistake;  ///< one sentence; empty: it can be opened
};

/// $XDG_DATA_HOME/kvworkbench/stories, beside the folder of the user's plugins; need not exist.
[[nodiscard]] std::filesystem::path userStoryFolder();
/// The shipped folder, then the user's.
[[nodiscard]] std::vector<std::filesystem::path> storyFolders();
/// The Markdown files of the folders by name, but for README.md.
[[nodiscard]] std::vector<StoryEntry> listStories(const std::vector<std::filesystem::path>& folders = storyFolders());

}  // namespace kvw::wb
