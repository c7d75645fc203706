// SPDX-License-Identifier: Apache-2.0
/// Reading JSON of which nothing is certain: what is absent or of another type reads as nothing.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kvw {

/// The value of `key`; null when `object` is no object or has no such key. Valid as long as `object` is.
[[nodiscard]] const nlohmann::json& member(const nlohmann::json& object, const char* key);
[[nodiscard]] std::string textOf(const nlohmann::json& object, const char* key);
[[nodiscard]] bool flagOf(const nlohmann::json& object, const char* key, bool absent = false);
/// The name a component of a tokenizer gives itself, for a sentence: its type, else the start of the value.
[[nodiscard]] std::string typeName(const nlohmann::json& component);
/// The start of a value, for a sentence.
[[nodiscard]] std::string excerpt(const nlohmann::json& value);

}  // namespace kvw
