// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads and searches the pages of the help: Markdown files of resources/help, in the order of their names.
#pragma once

#include <QString>
#include <filesystem>
#include <vector>

namespace kvw::wb {

struct HelpPage {
    QString title;
    QString text;                  ///< Markdown, or HTML if `html`
    bool html = false;             ///< made by the program rather than read from a file
    std::filesystem::path folder;  ///< folder of its pictures
};

/// Reads the Markdown files of `folder`, except README.md, each in the application's language if available. A page's
/// title is its first heading; files without a heading and unreadable files are skipped. Returns none if there is no
/// such folder.
[[nodiscard]] std::vector<HelpPage> helpPages(const std::filesystem::path& folder);
/// Returns the pages installed with the program.
[[nodiscard]] std::vector<HelpPage> installedHelp();

/// Returns whether the page has the entry of a term: a list item that begins with `[...](term:TERM)`.
[[nodiscard]] bool explainsTerm(const HelpPage& page, const QString& term);

/// Returns how often the words of `typed` occur in title and text, ignoring case; 0 unless every word occurs. An empty
/// `typed` gives 1 for every page.
[[nodiscard]] int occurrences(const QString& typed, const HelpPage& page);

}  // namespace kvw::wb
