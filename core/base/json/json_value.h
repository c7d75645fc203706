// SPDX-License-Identifier: Apache-2.0
/// Values for JSON: undefined ones are null; and lists of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace kvw {

/// Returns a number; null if it is not finite.
[[nodiscard]] inline nlohmann::ordered_json orNull(double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}
[[nodiscard]] inline nlohmann::ordered_json orNull(const std::optional<double>& value) {
    return value ? orNull(*value) : nlohmann::ordered_json(nullptr);
}

/// Returns a text; null if it is empty.
[[nodiscard]] inline nlohmann::ordered_json orNull(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

/// Returns a count or an index; null if it is negative.
[[nodiscard]] inline nlohmann::ordered_json countOrNull(std::int64_t count) {
    return count < 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(count);
}

/// Returns an array of what `make` returns for each.
template <class Range, class Make>
[[nodiscard]] nlohmann::ordered_json jsonList(const Range& range, const Make& make) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& each : range) {
        list.push_back(make(each));
    }
    return list;
}

}  // namespace kvw
