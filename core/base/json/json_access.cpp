// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/json_access.h"

namespace kvw {

using nlohmann::json;

const json& member(const json& object, const char* key) {
    static const json none;
    const auto it = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && it != object.end() ? *it : none;
}

std::string textOf(const json& object, const char* key) {
    const json& value = member(object, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

bool flagOf(const json& object, const char* key, bool absent) {
    const json& value = member(object, key);
    return value.is_boolean() ? value.get<bool>() : absent;
}

std::string typeName(const json& component) {
    const std::string type = textOf(component, "type");
    return type.empty() ? excerpt(component) : type;
}

std::string excerpt(const json& value) {
    constexpr std::size_t kExcerpt = 60;
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    if (text.size() > kExcerpt) {
        text.resize(kExcerpt);
        text += "...";
    }
    return text;
}

}  // namespace kvw
