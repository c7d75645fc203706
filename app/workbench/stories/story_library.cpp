// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/stories/story_library.h"

#include <QStandardPaths>
#include <algorithm>

#include "app/workbench/language/phrase_text.h"
#include "app/workbench/language/translated_file.h"
#include "app/workbench/stories/story_parser.h"
#include "app/workbench/stories/story_text.h"
#include "core/model/text/document.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPerFolder = 200;

std::vector<fs::path> filesOf(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator() && files.size() < kMostPerFolder; entry.increment(error)) {
        std::error_code unknown;
        const fs::path& file = entry->path();
        if (file.extension() == ".md" && file.filename() != "README.md" && !isTranslation(file) &&
            fs::is_regular_file(file, unknown)) {
            files.push_back(file);
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

fs::path userStoryFolder() {
    return fs::path(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation).toStdString()) /
           "kvworkbench" / "stories";
}

std::vector<fs::path> storyFolders() {
    std::vector<fs::path> folders;
    if (const auto shipped = resourcesDir()) {
        folders.push_back(*shipped / "stories");
    }
    folders.push_back(userStoryFolder());
    return folders;
}

std::vector<StoryEntry> listStories(const std::vector<fs::path>& folders) {
    std::vector<StoryEntry> entries;
    for (const fs::path& folder : folders) {
        for (const fs::path& file : filesOf(folder)) {
            StoryEntry entry;
            entry.file = translatedFile(file);
            entry.name = QString::fromStdString(file.stem().string());
            if (const auto story = readStory(entry.file)) {
                entry.title = lineAsWords(QString::fromStdString(story->title));
                entry.summary = lineAsWords(QString::fromStdString(story->summary));
                entry.pages = static_cast<int>(story->pages.size());
            } else {
                entry.title = QString::fromStdString(entry.file.filename().string());
                entry.mistake = errorText(story.error());
            }
            entries.push_back(std::move(entry));
        }
    }
    return entries;
}

}  // namespace kvw::wb
