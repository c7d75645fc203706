// SPDX-License-Identifier: Apache-2.0
/// What stands beside a tokenizer.json: names of special tokens, chat template.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// The object in a tokenizer_config.json, with the special tokens (begin, end, unknown, ...) of special_tokens_map.json
/// in the same folder where it does not mention them (one that it calls null is none). Null where there is neither
/// file. Errors: those of reading; BadInput for a file that holds no JSON object.
[[nodiscard]] Result<nlohmann::json> readTokenizerConfig(const std::filesystem::path& path);

/// The content of a special token in it: a text, or an object with one. Empty for none.
[[nodiscard]] std::string specialToken(const nlohmann::json& config, const char* key);

}  // namespace kvw
