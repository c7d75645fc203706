// SPDX-License-Identifier: GPL-3.0-or-later
/// The pages of the help: Markdown files of resources/help, in the order of their names, and which of them a search
/// finds.
#pragma once

#include <QString>
#include <filesystem>
#include <vector>

namespace kvw::wb {

struct HelpPage {
    QString title;
    QString text;                  ///< Markdown, or HTML where `html`
    bool html = false;             ///< made by the program, not read from a file
    std::filesystem::path folder;  ///< where its pictures lie
};

/// The Markdown files of `folder`, but README.md; a page's title is its first heading. A file without one, or that
/// cannot be read, is left out. Each is in the language that the application speaks, where there is one. None where
/// there is no such folder.
[[nodiscard]] std::vector<HelpPage> helpPages(const std::filesystem::path& folder);
/// Those that are installed with the program.
[[nodiscard]] std::vector<HelpPage> installedHelp();

/// How often the words of `typed` occur in title and text, in any case; 0 unless every word does. An empty `typed`
/// is found once, everywhere.
[[nodiscard]] int occurrences(const QString& typed, const HelpPage& page);

}  // namespace kvw::wb
