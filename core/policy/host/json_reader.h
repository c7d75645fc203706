// SPDX-License-Identifier: Apache-2.0
/// Checked reading of a JSON document: the first error is kept as one sentence, and later errors are ignored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace kvw {

/// Returns true for lower case letters and digits joined by single dashes, such as "adap-kv"; at most 64 characters.
[[nodiscard]] bool isKebabCase(std::string_view text) noexcept;

/// Returns a JSON value in words for an error sentence: at most 60 characters, always valid UTF-8.
[[nodiscard]] std::string describe(const nlohmann::json& value);

/// Returns the integer that `value` is; none: another type, or an integer beyond the 64 bits of int64, which would
/// wrap.
[[nodiscard]] std::optional<std::int64_t> wholeOf(const nlohmann::json& value);

/// Reads a file as JSON. Refused: not a regular file, larger than `limit` bytes, invalid JSON or UTF-8, a member given
/// twice, nested deeper than 16 levels.
[[nodiscard]] Result<nlohmann::json> readJsonFile(const std::filesystem::path& file, std::size_t limit);

class JsonDocument {
 public:
    JsonDocument(std::string name, Code code) : m_name(std::move(name)), m_code(code) {}

    [[nodiscard]] bool good() const noexcept { return !m_error.has_value(); }
    [[nodiscard]] const Error& error() const { return *m_error; }
    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    /// Records an error such as: NAME: member "a.b" is wrong; found ..., expected .... Only the first one counts.
    void refuse(const std::string& member, std::string found, std::string expected, std::string_view reason = {});
    void refuse(Error error);

 private:
    std::string m_name;
    Code m_code;
    std::optional<Error> m_error;
};

/// JSON object of the document. Borrows document and value. A read that fails records an error in the document.
class JsonObject {
 public:
    /// Records an error if `value` is not an object or has members that are not `known` (with the nearest known name).
    JsonObject(JsonDocument& document, const nlohmann::json& value, std::string path,
               std::initializer_list<std::string_view> known);

    [[nodiscard]] bool has(const std::string& name) const;
    [[nodiscard]] const nlohmann::json& at(const std::string& name) const;
    [[nodiscard]] std::string pathOf(const std::string& name) const;

    /// Reads a required, non-empty text without control characters.
    std::string text(const std::string& name);
    /// Reads a text that may be empty, or returns `fallback` if the member is absent.
    std::string textOr(const std::string& name, std::string fallback);
    std::string kebab(const std::string& name);
    /// Reads a required text that is one of `words` and returns its index.
    std::size_t word(const std::string& name, std::initializer_list<std::string_view> words);
    bool flagOr(const std::string& name, bool fallback);
    std::optional<double> number(const std::string& name);
    std::optional<std::int64_t> integer(const std::string& name);
    /// Reads an array, empty if the member is absent; `require` refuses an absent or empty one.
    const nlohmann::json& array(const std::string& name, bool require);
    std::vector<std::string> texts(const std::string& name, bool require);

 private:
    JsonDocument& m_document;
    const nlohmann::json& m_value;
    std::string m_path;
};

}  // namespace kvw
