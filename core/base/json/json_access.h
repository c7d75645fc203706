// SPDX-License-Identifier: Apache-2.0
/// Access to untrusted JSON: values that are absent or of another type read as empty.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kvw {

/// Returns the value of `key`; null if `object` is no object or has no such key. Valid as long as `object` is.
[[nodiscard]] const nlohmann::json& member(const nlohmann::json& object, const char* key);
[[nodiscard]] std::string textOf(const nlohmann::json& object, const char* key);
[[nodiscard]] bool flagOf(const nlohmann::json& object, const char* key, bool absent = false);
/// Returns the name of a tokenizer component for a sentence: its type, else the start of the value.
[[nodiscard]] std::string typeName(const nlohmann::json& component);
/// Returns the start of a value for a sentence.
[[nodiscard]] std::string excerpt(const nlohmann::json& value);

}  // namespace kvw
