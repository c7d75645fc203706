// SPDX-License-Identifier: Apache-2.0
/// Typed access to the keys of a configuration, with sentences for what does not fit.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// Reads keys of one JSON object; remembers the first error, so that a caller checks once at the end.
class ConfigReader {
 public:
    ConfigReader(const nlohmann::json& object, std::string where) : m_object(object), m_where(std::move(where)) {}

    /// The value under `key`; null when absent or JSON null.
    [[nodiscard]] const nlohmann::json* value(const char* key) const {
        const auto it = m_object.find(key);
        return it == m_object.end() || it->is_null() ? nullptr : &*it;
    }

    /// Also where it is null.
    [[nodiscard]] bool has(const char* key) const { return m_object.contains(key); }

    std::int64_t integer(const char* key, std::int64_t minimum, std::int64_t maximum,
                         std::optional<std::int64_t> absent = {}) {
        const nlohmann::json* found = value(key);
        if (found == nullptr) {
            if (!absent) {
                complain(fmt::format("{} is missing", key), "", fmt::format("a whole number of at least {}", minimum));
            }
            return absent.value_or(minimum);
        }
        // Also refuses what does not fit 64 bits: such numbers come as unsigned or as floating point.
        if (!found->is_number_integer() ||
            (found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(maximum)) ||
            found->get<std::int64_t>() < minimum || found->get<std::int64_t>() > maximum) {
            complain(fmt::format("{} is out of range", key), found->dump(),
                     fmt::format("a whole number from {} to {}", minimum, maximum));
            return minimum;
        }
        return found->get<std::int64_t>();
    }

    double positive(const char* key, std::optional<double> absent) {
        const nlohmann::json* found = value(key);
        if (found == nullptr) {
            if (!absent) {
                complain(fmt::format("{} is missing", key), "", "a positive number");
            }
            return absent.value_or(1);
        }
        if (!found->is_number() || !std::isfinite(found->get<double>()) || found->get<double>() <= 0) {
            complain(fmt::format("{} is out of range", key), found->dump(), "a positive number");
            return 1;
        }
        return found->get<double>();
    }

    bool flag(const char* key, bool absent) {
        const nlohmann::json* found = value(key);
        if (found != nullptr && !found->is_boolean()) {
            complain(fmt::format("{} is not a flag", key), found->dump(), "true or false");
        }
        return found != nullptr && found->is_boolean() ? found->get<bool>() : absent;
    }

    std::string text(const char* key, const char* absent) {
        const nlohmann::json* found = value(key);
        if (found != nullptr && !found->is_string()) {
            complain(fmt::format("{} is not a text", key), found->dump(), "a text");
        }
        return found != nullptr && found->is_string() ? found->get<std::string>() : absent;
    }

    /// `count` positive numbers.
    std::vector<double> positives(const char* key, std::size_t count) {
        const nlohmann::json* found = value(key);
        std::vector<double> result;
        const auto good = [](const nlohmann::json& number) {
            return number.is_number() && std::isfinite(number.get<double>()) && number.get<double>() > 0;
        };
        if (found == nullptr || !found->is_array() || found->size() != count ||
            !std::all_of(found->begin(), found->end(), good)) {
            complain(fmt::format("{} does not fit", key),
                     found == nullptr     ? "nothing"
                     : !found->is_array() ? found->dump()
                                          : fmt::format("{} entries", found->size()),
                     fmt::format("{} positive numbers", count));
            return result;
        }
        for (const nlohmann::json& number : *found) {
            result.push_back(number.get<double>());
        }
        return result;
    }

    /// One id, a list of ids, or none.
    std::vector<std::int32_t> ids(const char* key) {
        const nlohmann::json* found = value(key);
        std::vector<std::int32_t> result;
        if (found == nullptr) {
            return result;
        }
        for (const nlohmann::json& id : found->is_array() ? *found : nlohmann::json::array({*found})) {
            if (!id.is_number_unsigned() || id.get<std::uint64_t>() > std::numeric_limits<std::int32_t>::max()) {
                complain(fmt::format("{} is not a token id", key), found->dump(), "a whole number or a list of them");
                return result;
            }
            result.push_back(id.get<std::int32_t>());
        }
        return result;
    }

    void complain(std::string what, std::string found, std::string expected) {
        if (m_error.what.empty()) {
            m_error = Error{Code::BadInput, std::move(what), m_where, std::move(expected), std::move(found)};
        }
    }
    /// The complaint of a reader of a part.
    void take(const ConfigReader& part) { m_error = good() ? part.m_error : m_error; }
    [[nodiscard]] bool good() const { return m_error.what.empty(); }
    [[nodiscard]] const Error& error() const { return m_error; }

 private:
    const nlohmann::json& m_object;
    std::string m_where;
    Error m_error{};
};

}  // namespace kvw
