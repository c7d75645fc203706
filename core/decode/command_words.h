// SPDX-License-Identifier: Apache-2.0
/// The words of a `kvw` command.
#pragma once

#include <string>
#include <vector>

namespace kvw {

/// As a POSIX shell parts them, each as it stands there, with its quotes.
[[nodiscard]] std::vector<std::string> quotedWords(const std::string& command);

/// Stands for itself in every shell, without quotes.
[[nodiscard]] bool isPlainInShell(char c) noexcept;

/// Whether it is what this program writes and nothing else: `kvw run`, `kvw compare` or `kvw sweep`, several with "; "
/// between them, with all that a shell would take for its own in single quotes, and without what a terminal takes for a
/// key. A command that comes out of a file is not copied into a shell otherwise.
[[nodiscard]] bool isOurCommand(const std::string& text);

}  // namespace kvw
