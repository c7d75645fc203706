// SPDX-License-Identifier: Apache-2.0
/// Name of the file for token ids given directly: a command cannot hold them, so it names this file, which the run's
/// bundle contains.
#pragma once

#include <string>

namespace kvw {

inline constexpr const char* kIdsFile = "ids.txt";

/// Returns true if a run with this command needs the file.
[[nodiscard]] inline bool readsIdsFile(const std::string& command) {
    return command.find(std::string(" --ids ") + kIdsFile) != std::string::npos;
}

}  // namespace kvw
