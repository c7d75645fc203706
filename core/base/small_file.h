// SPDX-License-Identifier: Apache-2.0
/// Small files of the user, each there whole or not at all.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/error.h"

namespace kvw {

/// Makes missing folders above; replaces what is there. Errors: Io.
[[nodiscard]] Result<void> writeSmallText(const std::filesystem::path& target, std::string_view text);
[[nodiscard]] Result<void> writeSmallFile(const std::filesystem::path& target, const nlohmann::ordered_json& json);

}  // namespace kvw
