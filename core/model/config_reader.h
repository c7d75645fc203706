// SPDX-License-Identifier: Apache-2.0
/// Typed access to the keys of a configuration, with a sentence for every value that does not fit.
#pragma once

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/json/json_access.h"

namespace kvw {

/// Reader of the keys of one JSON object. Keeps the first error, so that callers check once at the end, and notes about
/// accepted values.
class ConfigReader {
 public:
    ConfigReader(const nlohmann::json& object, std::string where) : m_object(object), m_where(std::move(where)) {}

    /// Returns the value of `key`; null if absent or JSON null. Marks the key as read.
    [[nodiscard]] const nlohmann::json* value(const std::string& key) const {
        m_asked.insert(key);
        const auto it = m_object.find(key);
        return it == m_object.end() || it->is_null() ? nullptr : &*it;
    }

    /// Tells whether `key` is present, even as JSON null.
    [[nodiscard]] bool has(const char* key) const { return m_object.contains(key); }

    std::int64_t integer(const char* key, std::int64_t minimum, std::int64_t maximum,
                         std::optional<std::int64_t> absent = {}) {
        const nlohmann::json* found = value(key);
        if (found == nullptr) {
            if (!absent) {
                setError(phrase("%1 is missing", key), "", phrase("a whole number of at least %1", minimum));
            }
            return absent.value_or(minimum);
        }
        const auto whole = wholeOf(*found);
        if (!whole || *whole < minimum || *whole > maximum) {
            setError(phrase("%1 is out of range", key), excerpt(*found),
                     phrase("a whole number from %1 to %2", minimum, maximum));
            return minimum;
        }
        return *whole;
    }

    /// Tells whether `key` is 0 or -1, which some files write for "none"; if so, notes the value used `instead`.
    bool isNone(const char* key, const std::string& instead) {
        const nlohmann::json* found = value(key);
        if (found == nullptr || !found->is_number() || (*found != 0 && *found != -1)) {
            return false;
        }
        note(phrase("%1 is taken as absent", key), found->dump(), instead);
        return true;
    }

    /// Like `integer` with a minimum of 1, but 0 and -1 mean `absent`.
    std::int64_t count(const char* key, std::int64_t maximum, std::int64_t absent) {
        return isNone(key, std::to_string(absent)) ? absent : integer(key, 1, maximum, absent);
    }

    double positive(const char* key, std::optional<double> absent) { return number(key, absent, false); }
    double notNegative(const char* key, double absent) { return number(key, absent, true); }

    bool flag(const char* key, bool absent) {
        const nlohmann::json* found = value(key);
        if (found != nullptr && !found->is_boolean()) {
            setError(phrase("%1 is not a flag", key), excerpt(*found), "true or false");
        }
        return found != nullptr && found->is_boolean() ? found->get<bool>() : absent;
    }

    std::string text(const char* key, const std::string& absent) {
        const nlohmann::json* found = value(key);
        if (found != nullptr && !found->is_string()) {
            setError(phrase("%1 is not a text", key), excerpt(*found), "a text");
        }
        return found != nullptr && found->is_string() ? found->get<std::string>() : absent;
    }

    /// Reads an array of exactly `count` positive numbers.
    std::vector<double> positives(const char* key, std::size_t count) {
        const nlohmann::json* found = value(key);
        std::vector<double> result;
        const auto good = [](const nlohmann::json& number) {
            return number.is_number() && std::isfinite(number.get<double>()) && number.get<double>() > 0;
        };
        if (found == nullptr || !found->is_array() || found->size() != count ||
            !std::all_of(found->begin(), found->end(), good)) {
            setError(phrase("%1 does not fit", key),
                     found == nullptr     ? phrase("nothing")
                     : !found->is_array() ? Phrase(excerpt(*found))
                                          : phrase("%1 entries", found->size()),
                     phrase("%1 positive numbers", count));
            return result;
        }
        for (const nlohmann::json& number : *found) {
            result.push_back(number.get<double>());
        }
        return result;
    }

    /// Adds one id or a list of ids, each once. Ids outside [0, vocabulary) are noted and left out.
    void ids(const char* key, std::int64_t vocabulary, std::vector<std::int32_t>& into) {
        const nlohmann::json* found = value(key);
        if (found == nullptr) {
            return;
        }
        for (const nlohmann::json& id : found->is_array() ? *found : nlohmann::json::array({*found})) {
            if (!id.is_number_integer()) {
                setError(phrase("%1 is not a token id", key), excerpt(*found), "a whole number or a list of them");
                return;
            }
            if (id < 0 || id >= vocabulary) {
                note(phrase("%1 is no token of the model and is left out", key), id.dump(),
                     phrase("0 to %1", vocabulary - 1));
            } else if (std::ranges::find(into, id.get<std::int32_t>()) == into.end()) {
                into.push_back(id.get<std::int32_t>());
            }
        }
    }

    /// Returns the keys with a value that has not been read.
    [[nodiscard]] std::vector<std::string> unread() const {
        std::vector<std::string> keys;
        for (const auto& [key, value] : m_object.items()) {
            if (!value.is_null() && !m_asked.contains(key)) {
                keys.push_back(key);
            }
        }
        return keys;
    }

    void setError(Phrase what, Phrase found, Phrase expected) {
        if (m_error.what.empty()) {
            m_error = Error{Code::BadInput, std::move(what), m_where, std::move(expected), std::move(found)};
        }
    }
    /// Records that a value was accepted in a way that readers of the results must know.
    void note(Phrase what, Phrase found, Phrase expected = {}) {
        m_notes.push_back(
            Error{Code::BadInput, std::move(what), m_where, std::move(expected), std::move(found)}.asPhrase());
    }
    /// Takes over the error and the notes of the reader of a nested object.
    void mergeFrom(const ConfigReader& part) {
        m_error = good() ? part.m_error : m_error;
        m_notes.insert(m_notes.end(), part.m_notes.begin(), part.m_notes.end());
    }
    [[nodiscard]] bool good() const { return m_error.what.empty(); }
    [[nodiscard]] const Error& error() const { return m_error; }
    [[nodiscard]] const std::vector<Phrase>& notes() const { return m_notes; }

 private:
    double number(const char* key, std::optional<double> absent, bool zero) {
        const nlohmann::json* found = value(key);
        if (found == nullptr) {
            if (!absent) {
                setError(phrase("%1 is missing", key), "", "a positive number");
            }
            return absent.value_or(1);
        }
        const double number = found->is_number() ? found->get<double>() : -1;
        if (!std::isfinite(number) || number < 0 || (number == 0 && !zero)) {
            setError(phrase("%1 is out of range", key), excerpt(*found),
                     zero ? "a number of at least 0" : "a positive number");
            return 1;
        }
        return number;
    }

    const nlohmann::json& m_object;
    std::string m_where;
    mutable std::set<std::string> m_asked;
    Error m_error{};
    std::vector<Phrase> m_notes;
};

}  // namespace kvw
