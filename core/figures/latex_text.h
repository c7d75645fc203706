// SPDX-License-Identifier: Apache-2.0
/// Plain text as LaTeX source, and the layout that keeps a LaTeX table within the width of the text.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kvw::figures {

/// Returns the text with some characters replaced, those of `escaped` behind a backslash, and control characters as
/// blanks.
[[nodiscard]] std::string withEscapes(std::string_view text,
                                      std::initializer_list<std::pair<char, const char*>> replaced,
                                      std::string_view escaped);

/// Returns escaped text in which the symbols of our titles need no package. In all of these functions control
/// characters become blanks. Other characters that pdflatex does not know appear as code points in pdflatex only.
[[nodiscard]] std::string latexText(const std::string& text);
/// Returns the text of a "%" comment: nothing in it ends the line.
[[nodiscard]] std::string latexComment(std::string text);
/// Returns text as it is typed: no ligature joins two hyphens, quotes stay straight, lines break after a comma. It
/// works in any argument, also in a caption.
[[nodiscard]] std::string latexCode(const std::string& text);
/// Returns the number of UTF-8 code points, not bytes.
[[nodiscard]] std::size_t lettersOf(const std::string& text);

/// Layout of a table.
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

}  // namespace kvw::figures
