// SPDX-License-Identifier: Apache-2.0
/// Token ids as text, separated by white space.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/error.h"

namespace kvw::cli {

/// Every id is checked against `vocabulary`. Errors: NotFound, Io; BadInput naming the file, the line and the word that
/// is no number, negative, or not below the vocabulary, and for a file without any id.
[[nodiscard]] Result<std::vector<std::int32_t>> readIds(const std::filesystem::path& file, std::int64_t vocabulary);

}  // namespace kvw::cli
