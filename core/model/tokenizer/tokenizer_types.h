// SPDX-License-Identifier: Apache-2.0
/// Checks that the values of a tokenizer.json have the expected types: a flag written as a text would count as off.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// Checks a whole file. Errors: BadInput naming `where`, the key and its value.
[[nodiscard]] Result<void> checkTokenizerTypes(const nlohmann::json& file, const std::string& where);

}  // namespace kvw
