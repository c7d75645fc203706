// SPDX-License-Identifier: Apache-2.0
/// Token ids that were given directly are no word of a command: it names a file of them, which the run's bundle holds.
#pragma once

#include <string>

namespace kvw {

inline constexpr const char* kIdsFile = "ids.txt";

/// Whether a run with this command needs the file.
[[nodiscard]] inline bool readsIdsFile(const std::string& command) {
    return command.find(std::string(" --ids ") + kIdsFile) != std::string::npos;
}

}  // namespace kvw
