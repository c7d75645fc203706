// SPDX-License-Identifier: Apache-2.0
/// Reads effective parameters of a recorded lane.
#pragma once

#include <string>

#include "core/trace/recording.h"

namespace kvw {

/// Returns a numeric parameter by name, in a composition also that of its budget; `otherwise` if there is none.
template <class T>
[[nodiscard]] T laneParameter(const LaneInfo& lane, const std::string& name, T otherwise) {
    for (const std::string& key : {"budget." + name, name}) {
        if (lane.parameters.is_object() && lane.parameters.contains(key) && lane.parameters[key].is_number()) {
            return lane.parameters[key].get<T>();
        }
    }
    return otherwise;
}

/// Returns a parameter as written in policy texts: "512/256" for a list.
[[nodiscard]] inline std::string parameterText(const nlohmann::ordered_json& value) {
    if (value.is_string()) {
        return value.get<std::string>();
    }
    std::string text;
    for (const auto& item : value.is_array() ? value : nlohmann::ordered_json::array({value})) {
        text += text.empty() ? "" : "/";
        text += item.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    }
    return text;
}

}  // namespace kvw
