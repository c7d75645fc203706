// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/json_access.h"

namespace kvw {

using nlohmann::json;

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
