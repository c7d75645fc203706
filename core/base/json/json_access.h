// SPDX-License-Identifier: Apache-2.0
/// Access to untrusted JSON: members that are absent or of another type read as empty, zero or undefined.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

namespace kvw {

template <class T>
concept AnyJson = std::same_as<T, nlohmann::json> || std::same_as<T, nlohmann::ordered_json>;

/// Returns the value of `key`; null if `object` is no object or has no such key. Valid as long as `object` is.
template <AnyJson Json>
[[nodiscard]] const Json& member(const Json& object, const char* key) {
    static const Json kNone;
    const auto found = object.find(key);
    return found != object.end() ? *found : kNone;
}

template <AnyJson Json>
[[nodiscard]] std::string textOf(const Json& object, const char* key) {
    const Json& value = member(object, key);
    return value.is_string() ? value.template get<std::string>() : std::string();
}

template <AnyJson Json>
[[nodiscard]] bool flagOf(const Json& object, const char* key, bool absent = false) {
    const Json& value = member(object, key);
    return value.is_boolean() ? value.template get<bool>() : absent;
}

/// Returns a number; NaN if there is none.
template <AnyJson Json>
[[nodiscard]] double numberOf(const Json& object, const char* key) {
    const Json& value = member(object, key);
    return value.is_number() ? value.template get<double>() : std::numeric_limits<double>::quiet_NaN();
}

/// Returns the integer that `value` is; none: another type, or an integer beyond the 64 bits of int64, which would
/// wrap.
template <AnyJson Json>
[[nodiscard]] std::optional<std::int64_t> wholeOf(const Json& value) {
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() || std::in_range<std::int64_t>(value.template get<std::uint64_t>()));
    return fits ? std::optional(value.template get<std::int64_t>()) : std::nullopt;
}
template <AnyJson Json>
[[nodiscard]] std::int64_t wholeOf(const Json& object, const char* key, std::int64_t absent = 0) {
    return wholeOf(member(object, key)).value_or(absent);
}

/// Returns the name of a tokenizer component for a sentence: its type, else the start of the value.
[[nodiscard]] std::string typeName(const nlohmann::json& component);
/// Returns the start of a value for a sentence.
[[nodiscard]] std::string excerpt(const nlohmann::json& value);

}  // namespace kvw
