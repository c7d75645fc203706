// SPDX-License-Identifier: Apache-2.0
/// Makes text from outside (file names, tokens, messages of plugins) safe to show in a terminal or a label.
#pragma once

#include <string>
#include <string_view>

namespace kvw {

/// Escapes what controls a terminal or reorders a line: control characters except line feed and tab as "\x1b"; U+0080
/// to U+009F, direction marks, line separators and tags as "\u202e"; bytes that are not UTF-8 as "\xff". The "\u"
/// escapes are those of JSON, so JSON keeps its meaning.
[[nodiscard]] std::string visibleText(std::string_view text);
/// Does the same and also escapes line feeds and tabs as "\n" and "\t".
[[nodiscard]] std::string visibleLine(std::string_view text);

}  // namespace kvw
