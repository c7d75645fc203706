// SPDX-License-Identifier: Apache-2.0
/// Writes small files of the user so that each exists whole or not at all.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/error.h"

namespace kvw {

/// Writes a file, replacing an existing one; missing parent folders are created. Errors: Io.
[[nodiscard]] Result<void> writeSmallText(const std::filesystem::path& target, std::string_view text);
[[nodiscard]] Result<void> writeSmallFile(const std::filesystem::path& target, const nlohmann::ordered_json& json);

}  // namespace kvw
