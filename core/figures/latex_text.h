// SPDX-License-Identifier: Apache-2.0
/// Plain text as LaTeX source.
#pragma once

#include <cstddef>
#include <string>

namespace kvw::figures {

/// Escapes the special characters of LaTeX. In all of these functions control characters become blanks.
[[nodiscard]] std::string latexEscaped(const std::string& text);
/// Returns escaped text in which the symbols of our titles need no package. Other characters that pdflatex does not
/// know appear as code points in pdflatex only.
[[nodiscard]] std::string latexText(const std::string& text);
/// Returns the text of a "%" comment: nothing in it ends the line.
[[nodiscard]] std::string latexComment(std::string text);
/// Returns text as it is typed: no ligature joins two hyphens, quotes stay straight, lines break after a comma. It
/// works in any argument, also in a caption.
[[nodiscard]] std::string latexCode(const std::string& text);
/// Returns the number of UTF-8 code points, not bytes.
[[nodiscard]] std::size_t lettersOf(const std::string& text);

}  // namespace kvw::figures
