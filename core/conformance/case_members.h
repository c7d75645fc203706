// SPDX-License-Identifier: Apache-2.0
/// Strict reader of the members of a conformance case: a member that is present must have the type and the words of the
/// format, and the first error is kept. An absent member has its default.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/error.h"

namespace kvw {

class CaseMembers {
 public:
    /// `where` names the case.
    CaseMembers(const nlohmann::json& file, std::string where) : m_file(file), m_where(std::move(where)) {}

    /// Returns an integer. All paths are JSON pointers, "/shape/layers".
    [[nodiscard]] std::int64_t whole(const char* path, std::int64_t otherwise);
    [[nodiscard]] double number(const char* path, double otherwise);
    /// Returns one of `words`, of which the first is the default.
    [[nodiscard]] std::string word(const char* path, std::initializer_list<const char*> words);
    /// Returns true if an object is there; null counts as absent.
    [[nodiscard]] bool has(const char* path);
    /// Records that the member at `path` is wrong, unless an earlier one was.
    void refuse(const char* path, const nlohmann::json& found, std::string expected);
    [[nodiscard]] Result<void> checked() const { return m_checked; }

 private:
    /// Returns null if the member is absent.
    [[nodiscard]] const nlohmann::json* at(const char* path) const;

    const nlohmann::json& m_file;
    std::string m_where;
    Result<void> m_checked;
};

}  // namespace kvw
