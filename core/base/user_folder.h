// SPDX-License-Identifier: Apache-2.0
/// Folders of the user that the environment names.
#pragma once

#include <filesystem>

namespace kvw {

/// Empty: not set.
[[nodiscard]] std::filesystem::path fromEnvironment(const char* name);
/// $NAME/kvworkbench, else ~/FALLBACK/kvworkbench; without a home folder, one of the user's own under the temporary
/// folder.
[[nodiscard]] std::filesystem::path userFolder(const char* name, const char* fallback);

}  // namespace kvw
