// SPDX-License-Identifier: Apache-2.0
/// Token ids as text, separated by white space.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// Every id is checked against `vocabulary`. Errors: BadInput naming `where`, the line and the word that is no number,
/// negative, or not below the vocabulary, and for a text without any id.
[[nodiscard]] Result<std::vector<std::int32_t>> parseTokenIds(std::string_view text, const std::string& where,
                                                              std::int64_t vocabulary);
/// The same of a file. Errors: those of MappedFile, too.
[[nodiscard]] Result<std::vector<std::int32_t>> readTokenIds(const std::filesystem::path& file,
                                                             std::int64_t vocabulary);

}  // namespace kvw
