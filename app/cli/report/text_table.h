// SPDX-License-Identifier: Apache-2.0
/// Aligned columns of text for a terminal, and readable numbers and sizes.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace kvw::cli {

/// Rows of cells. The widest cell sets the width of its column, counted in characters, not bytes.
class TextTable {
 public:
    enum class Align { Left, Right };
    explicit TextTable(std::vector<Align> alignment = {}) : m_alignment(std::move(alignment)) {}

    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    [[nodiscard]] bool empty() const noexcept { return m_rows.empty(); }
    /// Returns lines that end in a line feed, each indented by `indent` blanks, without trailing blanks.
    [[nodiscard]] std::string text(std::size_t indent = 0) const;

 private:
    std::vector<Align> m_alignment;  ///< of the first columns; the others are left-aligned
    std::vector<std::vector<std::string>> m_rows;
};

/// Formats bytes in powers of 1000, such as "1.2 MB".
[[nodiscard]] std::string bytesText(std::int64_t bytes);
/// Formats a number with `digits` decimals; a dash for NaN, null and anything that is no number.
[[nodiscard]] std::string numberText(const nlohmann::ordered_json& value, int digits = 4, bool sign = false);
[[nodiscard]] std::string numberText(double value, int digits = 4, bool sign = false);
/// Formats a share, such as "12.5 %"; a dash as above.
[[nodiscard]] std::string percentText(const nlohmann::ordered_json& share);
[[nodiscard]] std::string percentText(double share);
/// Returns text from a file or a model as one line: terminal control characters are escaped (visible_text.h),
/// ill-formed UTF-8 is replaced.
[[nodiscard]] std::string oneLine(const std::string& text);
/// Writes to `output`, with terminal control characters from file or plugin names escaped.
void print(std::string_view text);
/// Serializes JSON, indented by one blank per level, with ill-formed UTF-8 replaced.
[[nodiscard]] std::string dumped(const nlohmann::ordered_json& value);

}  // namespace kvw::cli
