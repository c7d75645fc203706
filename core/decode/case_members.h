// SPDX-License-Identifier: Apache-2.0
/// Members of a conformance case, read without leniency: what is there has the type and the words of the format, and
/// the first that has not is kept. What is not there is the default.
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

    /// Paths are JSON pointers, "/shape/layers".
    [[nodiscard]] std::int64_t whole(const char* path, std::int64_t otherwise);
    [[nodiscard]] double number(const char* path, double otherwise);
    /// One of `words`, of which the first is the default.
    [[nodiscard]] std::string word(const char* path, std::initializer_list<const char*> words);
    /// Whether an object is there; null counts as absent.
    [[nodiscard]] bool has(const char* path);
    /// Keeps that the member at `path` is wrong, unless one before it was.
    void refuse(const char* path, const nlohmann::json& found, std::string expected);
    [[nodiscard]] Result<void> checked() const { return m_checked; }

 private:
    /// Null: absent.
    [[nodiscard]] const nlohmann::json* at(const char* path) const;

    const nlohmann::json& m_file;
    std::string m_where;
    Result<void> m_checked;
};

}  // namespace kvw
