// SPDX-License-Identifier: Apache-2.0
/// The command that makes several runs.
#pragma once

#include <string>
#include <vector>

namespace kvw {

/// Of runs whose commands agree but for the policies one command with all of those, `full` first; else every command
/// once, with "; " between them. Empty: one of the runs has none.
[[nodiscard]] std::string joinedCommand(const std::vector<std::string>& commands);

}  // namespace kvw
