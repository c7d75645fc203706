// SPDX-License-Identifier: Apache-2.0
/// The words of a `kvw` command.
#pragma once

#include <string>
#include <vector>

namespace kvw {

/// As a POSIX shell parts them, each as it stands there, with its quotes.
[[nodiscard]] std::vector<std::string> quotedWords(const std::string& command);

}  // namespace kvw
