// SPDX-License-Identifier: Apache-2.0
/// Columns of text for a terminal, and numbers and sizes as people read them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace kvw::cli {

/// Rows of cells; the widest cell makes the column. Widths are counted in characters, not bytes.
class TextTable {
 public:
    enum class Align { Left, Right };
    explicit TextTable(std::vector<Align> alignment = {}) : m_alignment(std::move(alignment)) {}

    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    [[nodiscard]] bool empty() const noexcept { return m_rows.empty(); }
    /// Lines that end in a line feed, each indented by `indent` blanks; no blanks at the ends.
    [[nodiscard]] std::string text(std::size_t indent = 0) const;

 private:
    std::vector<Align> m_alignment;  ///< of the first columns; the others are left
    std::vector<std::vector<std::string>> m_rows;
};

/// "1.2 MB": bytes in powers of 1000.
[[nodiscard]] std::string bytesText(std::int64_t bytes);
/// Four digits after the point; a dash for NaN, null and anything that is no number.
[[nodiscard]] std::string numberText(const nlohmann::ordered_json& value, int digits = 4, bool sign = false);
[[nodiscard]] std::string numberText(double value, int digits = 4, bool sign = false);
/// Text that came from a file or a model, on one line: what steers a terminal is escaped (visible_text.h), ill-formed
/// UTF-8 replaced.
[[nodiscard]] std::string oneLine(const std::string& text);
/// Writes to standard output, where nothing that a file or a plugin called something steers the terminal.
void print(std::string_view text);
/// What a JSON document may hold: ill-formed UTF-8 replaced, on one line per level.
[[nodiscard]] std::string dumped(const nlohmann::ordered_json& value);

}  // namespace kvw::cli
