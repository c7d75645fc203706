// SPDX-License-Identifier: Apache-2.0
/// Texts of others (names of files, tokens, sentences of plugins) where a terminal or a label shows them.
#pragma once

#include <string>
#include <string_view>

namespace kvw {

/// Signs that steer a terminal or reorder a line are written as escapes: control characters but line feeds as "\x1b",
/// those of U+0080 to U+009F, marks of direction, line separators and tags as "\u202e", bytes that are no UTF-8 as
/// "\xff". Escapes with "u" are those of JSON, so that JSON stays what it is.
[[nodiscard]] std::string visibleText(std::string_view text);
/// The same with line feeds and tabs as "\n" and "\t".
[[nodiscard]] std::string visibleLine(std::string_view text);

}  // namespace kvw
