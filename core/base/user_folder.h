// SPDX-License-Identifier: Apache-2.0
/// Folders of the user, as the environment names them.
#pragma once

#include <filesystem>

namespace kvw {

/// Returns the path in an environment variable; empty if it is not set.
[[nodiscard]] std::filesystem::path fromEnvironment(const char* name);
/// Returns $NAME/kvworkbench if $NAME is an absolute path, else ~/FALLBACK/kvworkbench; without a home folder, a folder
/// of this user under the temporary folder.
[[nodiscard]] std::filesystem::path userFolder(const char* name, const char* fallback);
/// Returns the absolute path in the environment variable `chosen` if it is set, else `name` in the user's data folder.
[[nodiscard]] std::filesystem::path dataFolder(const char* chosen, const char* name);

}  // namespace kvw
