// SPDX-License-Identifier: Apache-2.0
/// Checked reading of a JSON document: the first error is kept as one sentence, and later errors are ignored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
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
[[nodiscard]] Phrase describe(const nlohmann::json& value);

/// Reads a file as JSON. Refused: not a regular file, larger than `limit` bytes, invalid JSON or UTF-8, a member given
/// twice, nested deeper than 16 levels.
[[nodiscard]] Result<nlohmann::json> readJsonFile(const std::filesystem::path& file, std::size_t limit);

/// Texts that a document may have. Short: of at most 4000 bytes without control characters.
enum class JsonTexts { Short, Any };

class JsonDocument {
 public:
    JsonDocument(std::string name, Code code, JsonTexts texts = JsonTexts::Short)
        : m_name(std::move(name)), m_code(code), m_texts(texts) {}

    [[nodiscard]] bool good() const noexcept { return !m_error.has_value(); }
    [[nodiscard]] JsonTexts texts() const noexcept { return m_texts; }
    [[nodiscard]] const Error& error() const { return *m_error; }
    /// Returns the first error, if there is one.
    [[nodiscard]] Result<void> checked() const;
    /// Records an error such as: NAME: member "a.b" is wrong; found ..., expected .... Only the first one counts.
    /// `reason`: as in Error.
    void refuse(const std::string& member, Phrase found, Phrase expected, std::string_view reason = {});
    void refuse(Error error);

 private:
    std::string m_name;
    Code m_code;
    JsonTexts m_texts;
    std::optional<Error> m_error;
};

/// JSON object of the document. Borrows document and value. A read that fails records an error in the document. A
/// member that is null counts as absent.
class JsonObject {
 public:
    /// Records an error if `value` is not an object or has members that are not `known` (with the nearest known name);
    /// `known` empty: any member may be there.
    JsonObject(JsonDocument& document, const nlohmann::json& value, std::string path = {},
               const std::vector<std::string_view>& known = {});

    [[nodiscard]] bool has(const std::string& name) const { return !at(name).is_null(); }
    [[nodiscard]] const nlohmann::json& at(const std::string& name) const;
    [[nodiscard]] std::string pathOf(const std::string& name) const;
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    [[nodiscard]] JsonDocument& document() const noexcept { return m_document; }
    /// Records that a member is wrong; `found`: its value, unless given.
    void refuse(const std::string& name, Phrase expected) const;
    void refuse(const std::string& name, Phrase found, Phrase expected) const;

    /// Reads a required, non-empty text.
    [[nodiscard]] std::string text(const std::string& name) const;
    /// Reads a text that may be empty, or returns `fallback` if the member is absent.
    [[nodiscard]] std::string textOr(const std::string& name, std::string fallback) const;
    [[nodiscard]] std::string kebab(const std::string& name) const;
    /// Reads a required text that is one of `words` and returns its index.
    std::size_t word(const std::string& name, std::initializer_list<std::string_view> words) const;
    /// Does the same, and returns `fallback` if the member is absent.
    [[nodiscard]] std::size_t wordOr(const std::string& name, std::initializer_list<std::string_view> words,
                                     std::size_t fallback = 0) const;
    [[nodiscard]] bool flagOr(const std::string& name, bool fallback) const;
    [[nodiscard]] std::optional<double> number(const std::string& name) const;
    [[nodiscard]] std::optional<std::int64_t> integer(const std::string& name) const;
    /// Reads an integer from `least` to `most`, or returns `fallback` if the member is absent.
    [[nodiscard]] std::int64_t integerOr(const std::string& name, std::int64_t fallback,
                                         std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                                         std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
    /// Reads an array, empty if the member is absent; `require` refuses an absent or empty one.
    [[nodiscard]] const nlohmann::json& array(const std::string& name, bool require = false) const;
    [[nodiscard]] std::vector<std::string> texts(const std::string& name, bool require = false) const;
    [[nodiscard]] std::vector<std::int32_t> integers(const std::string& name, bool require = false) const;
    /// Reads an object, empty if the member is absent.
    [[nodiscard]] JsonObject object(const std::string& name, const std::vector<std::string_view>& known = {}) const;
    /// Reads an array of objects.
    [[nodiscard]] std::vector<JsonObject> objects(const std::string& name,
                                                  const std::vector<std::string_view>& known = {},
                                                  bool require = false) const;

 private:
    JsonDocument& m_document;
    const nlohmann::json& m_value;
    std::string m_path;
};

}  // namespace kvw
