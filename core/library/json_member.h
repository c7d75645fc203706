// SPDX-License-Identifier: Apache-2.0
/// Reads members of untrusted JSON: a member that is missing or of another type is empty, 0 or undefined.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/trace/trace.h"

namespace kvw::json {

inline const nlohmann::ordered_json& child(const nlohmann::ordered_json& json, const char* key) {
    static const nlohmann::ordered_json kNone;
    const auto found = json.is_object() ? json.find(key) : json.end();
    return found != json.end() ? *found : kNone;
}

[[nodiscard]] inline std::string word(const nlohmann::ordered_json& json, const char* key) {
    const nlohmann::ordered_json& found = child(json, key);
    return found.is_string() ? found.get<std::string>() : std::string();
}

[[nodiscard]] inline double number(const nlohmann::ordered_json& json, const char* key) {
    const nlohmann::ordered_json& found = child(json, key);
    return found.is_number() ? found.get<double>() : kMissing;
}

[[nodiscard]] inline std::int64_t whole(const nlohmann::ordered_json& json, const char* key) {
    const nlohmann::ordered_json& found = child(json, key);
    return found.is_number_integer() ? found.get<std::int64_t>() : 0;
}

}  // namespace kvw::json
