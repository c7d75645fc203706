// SPDX-License-Identifier: Apache-2.0
/// How a table in LaTeX is made no wider than the line of its page.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace kvw::tables {

struct LatexFit {
    bool small = false;             ///< too wide in usual type
    bool scaled = false;            ///< in small type, too: LaTeX makes it smaller where it is so
    std::set<std::size_t> wrapped;  ///< columns of long words, which are broken
};
/// In the lines of an article. `letters`: of the longest cell or title of each column; `words`: which of
/// them are no numbers.
[[nodiscard]] LatexFit latexFit(const std::vector<std::size_t>& letters, const std::vector<bool>& words);

/// Of a wrapped column, for tabular.
[[nodiscard]] const char* wrappedColumn() noexcept;
/// A cell of one: lines end behind blanks and the signs that a policy's text is made of. A row with one in its last
/// column ends with \tabularnewline.
[[nodiscard]] std::string wrappedCell(const std::string& words);
/// What stands before and behind the tabular of a table that is scaled.
[[nodiscard]] const char* scaledBegin() noexcept;
[[nodiscard]] const char* scaledEnd() noexcept;

}  // namespace kvw::tables
