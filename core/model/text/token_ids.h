// SPDX-License-Identifier: Apache-2.0
/// Parses token ids written as text, separated by white space.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// Parses ids in [0, vocabulary). Errors: BadInput naming `where`, the line and the word for anything else, and for a
/// text without any id.
[[nodiscard]] Result<std::vector<std::int32_t>> parseTokenIds(std::string_view text, const std::string& where,
                                                              std::int64_t vocabulary);
/// Parses the ids of a file. Errors: those of MappedFile and parseTokenIds.
[[nodiscard]] Result<std::vector<std::int32_t>> readTokenIds(const std::filesystem::path& file,
                                                             std::int64_t vocabulary);

}  // namespace kvw
