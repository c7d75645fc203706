// SPDX-License-Identifier: Apache-2.0
/// Small JSON files of the user, each there whole or not at all.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/error.h"

namespace kvw {

/// Makes missing folders above; replaces what is there. Errors: Io.
[[nodiscard]] Result<void> writeSmallFile(const std::filesystem::path& target, const nlohmann::ordered_json& json);

}  // namespace kvw
