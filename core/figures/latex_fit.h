// SPDX-License-Identifier: Apache-2.0
/// Layout that keeps a LaTeX table within the width of the text.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace kvw::tables {

struct LatexFit {
    bool small = false;             ///< use small type: the usual one is too wide
    bool scaled = false;            ///< small type may be too wide as well: LaTeX scales the table down if so
    std::set<std::size_t> wrapped;  ///< columns of long texts, whose lines are broken
};
/// Returns the layout for the lines of an article. `letters`: length of the longest cell or title of each column;
/// `words`: whether a column has other cells than numbers.
[[nodiscard]] LatexFit latexFit(const std::vector<std::size_t>& letters, const std::vector<bool>& words);

/// Returns the column type of a wrapped column for tabular.
[[nodiscard]] const char* wrappedColumn() noexcept;
/// Returns a cell of a wrapped column: lines break after blanks and the punctuation of a policy's text. A row with such
/// a cell in its last column ends with \tabularnewline.
[[nodiscard]] std::string wrappedCell(const std::string& words);
/// Returns what surrounds the tabular of a scaled table.
[[nodiscard]] const char* scaledBegin() noexcept;
[[nodiscard]] const char* scaledEnd() noexcept;

}  // namespace kvw::tables
