// SPDX-License-Identifier: Apache-2.0
/// Places of the libraries that this program opens when it needs them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kvw {

/// Returns where the library `file` may lie: beside the core library, and where the executable's installation keeps it;
/// each place once.
[[nodiscard]] std::vector<std::filesystem::path> libraryPlaces(const std::string& file);

}  // namespace kvw
