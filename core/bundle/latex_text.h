// SPDX-License-Identifier: Apache-2.0
/// Words of ours in LaTeX source.
#pragma once

#include <cstddef>
#include <string>

namespace kvw::figures {

/// Control characters become blanks, in all of these.
[[nodiscard]] std::string latexEscaped(const std::string& text);
/// Escaped, the signs of our titles in a form that needs no package, and others that pdflatex does not know as their
/// numbers where it is pdflatex that reads them.
[[nodiscard]] std::string latexText(const std::string& text);
/// What may stand behind a "%": nothing in it ends the line.
[[nodiscard]] std::string latexComment(std::string text);
/// As it is typed: no ligature joins two hyphens, quotes stay straight, lines break behind a comma. For any argument, a
/// caption's too.
[[nodiscard]] std::string latexCode(const std::string& text);
/// Letters of UTF-8, not bytes.
[[nodiscard]] std::size_t lettersOf(const std::string& text);

}  // namespace kvw::figures
