// SPDX-License-Identifier: Apache-2.0
/// Whether the values of a tokenizer.json have the types they are read as: a flag written as a text would count as off.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// Errors: BadInput naming `where`, the key and its value.
[[nodiscard]] Result<void> checkTokenizerTypes(const nlohmann::json& file, const std::string& where);

}  // namespace kvw
