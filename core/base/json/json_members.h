// SPDX-License-Identifier: Apache-2.0
/// Reads the members of a JSON object that has no others.
#pragma once

#include <fmt/format.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/error.h"

namespace kvw {

/// Reads members by name and remembers the first that is not valid. `json` must outlive the object.
class JsonMembers {
 public:
    JsonMembers(const nlohmann::ordered_json& json, std::string where) : m_json(json), m_where(std::move(where)) {}

    /// Sets `value` to the member. Returns false, and leaves `value` as it is, if the member is absent, null or not
    /// valid.
    template <class T>
    bool read(const char* name, T& value) {
        m_known.insert(name);
        const auto found = m_json.find(name);
        if (found == m_json.end() || found->is_null()) {
            return false;
        }
        if (std::is_integral_v<T> && !std::is_same_v<T, bool> && !found->is_number_integer()) {
            refuse(name);
            return false;
        }
        try {
            value = found->get<T>();
            return true;
        } catch (const nlohmann::json::exception&) {
            refuse(name);
            return false;
        }
    }
    template <class T>
    bool read(const char* name, std::optional<T>& value) {
        T found{};
        const bool given = read(name, found);
        if (given) {
            value = std::move(found);
        }
        return given;
    }
    bool read(const char* name, std::filesystem::path& value) {
        std::string text;
        const bool given = read(name, text);
        if (given) {
            value = std::move(text);
        }
        return given;
    }
    /// Remembers that the member is not valid.
    void refuse(const char* name) { m_wrong = m_wrong.empty() ? name : m_wrong; }
    /// Errors: BadInput for a member that is not valid, or that nothing has read.
    [[nodiscard]] Result<void> good() const {
        for (const auto& [name, value] : m_json.items()) {
            if (m_wrong.empty() && !m_known.contains(name)) {
                return fail(Code::BadInput, m_where, "\"" + name + "\" is not known here", {},
                            "one of " + fmt::format("{}", fmt::join(m_known, ", ")));
            }
        }
        return m_wrong.empty() ? Result<void>() : fail(Code::BadInput, m_where, "\"" + m_wrong + "\" is not valid");
    }

 private:
    const nlohmann::ordered_json& m_json;
    std::string m_where, m_wrong;
    std::set<std::string> m_known;
};

}  // namespace kvw
