// SPDX-License-Identifier: Apache-2.0
/// Joins the commands of several runs into one.
#pragma once

#include <string>
#include <vector>

namespace kvw {

/// Returns one command with all policies, `full` first, if the commands differ only in their policies; otherwise every
/// distinct command, separated by "; ". Empty if one of the commands is empty.
[[nodiscard]] std::string joinedCommand(const std::vector<std::string>& commands);

}  // namespace kvw
