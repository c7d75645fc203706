// SPDX-License-Identifier: Apache-2.0
/// Splits a `kvw` command into words, recognizes commands that this program writes, and reads a run specification from
/// one, for bundles that have the command only.
#pragma once

#include <string>
#include <vector>

#include "core/session/spec/run_spec.h"

namespace kvw {

/// Returns true if the character needs no quotes in any shell.
[[nodiscard]] bool isPlainInShell(char c) noexcept;

/// Returns true if the command reads the token ids of a bundle (kIdsFile) from the folder that it is typed in.
[[nodiscard]] bool readsIdsFile(const std::string& command);

/// Returns true if the text is what this program writes and nothing else: `kvw run`, `kvw compare` or `kvw sweep`,
/// several with "; " between them, with everything that a shell interprets in single quotes, and without characters
/// that a terminal takes for a key. Other commands out of a file are not copied into a shell.
[[nodiscard]] bool isOurCommand(const std::string& text);

/// Returns the specification of each `kvw run` or `kvw compare` of the command, as `recordedSpec` would give it. Empty
/// if any part of it is not what this program writes.
[[nodiscard]] std::vector<RunSpec> specsOfOldCommand(const std::string& command);

}  // namespace kvw
