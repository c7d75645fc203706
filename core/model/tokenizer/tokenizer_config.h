// SPDX-License-Identifier: Apache-2.0
/// Reads tokenizer_config.json, the file beside tokenizer.json with the special tokens and the chat template.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"

namespace kvw {

/// Returns the object in a tokenizer_config.json. Special tokens (begin, end, unknown, ...) that it lacks come from
/// special_tokens_map.json in the same folder; one that it sets to null stays null. Null if there is neither file.
/// Errors: those of reading; BadInput for a file that holds no JSON object.
[[nodiscard]] Result<nlohmann::json> readTokenizerConfig(const std::filesystem::path& path);

/// Returns the content of a special token, which is a text or an object with one; empty for none.
[[nodiscard]] std::string specialToken(const nlohmann::json& config, const char* key);

}  // namespace kvw
