// SPDX-License-Identifier: Apache-2.0
/// Format of numbers and texts in a bundle's files: shortest round trip, independent of the locale, undefined is empty
/// or null.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kvw::bundle {

void appendInteger(std::string& out, std::int64_t value);
/// Appends the fewest digits that read back as the same value; nothing for NaN and infinities.
void appendNumber(std::string& out, double value);
void appendNumber(std::string& out, float value);
/// Appends as `appendNumber` does, but "null" for NaN and infinities.
void appendJsonNumber(std::string& out, float value);

/// Returns the double with the same shortest digits: 0.1f becomes 0.1, so that JSON does not show 0.10000000149011612.
[[nodiscard]] double shortestDouble(float value);

/// Returns a JSON string literal of arbitrary bytes: valid UTF-8 stays, control characters are escaped, every other
/// byte b becomes the lone surrogate U+DC00 + b, so that nothing is lost (Python's "surrogateescape").
[[nodiscard]] std::string jsonText(std::string_view bytes);
/// Returns the bytes of such a literal; none if `literal` is not one JSON string.
[[nodiscard]] std::optional<std::string> bytesOfJsonText(std::string_view literal);
/// Returns `text` as UTF-8: invalid bytes become U+FFFD.
[[nodiscard]] std::string validUtf8(std::string_view text);

/// Replaces absolute paths ("/home/me/a text.txt" in quotes, ~/b.txt) by their last components, so that output names no
/// folder of a user.
[[nodiscard]] std::string withoutFolders(const std::string& text);

/// Puts an apostrophe before a text that a spreadsheet would take for a formula (it begins with "=", "+", "-", "@", a
/// tab or a line end, and is no number), and before such a text that begins with apostrophes already.
[[nodiscard]] std::string guardedCell(std::string_view text);
/// Removes that apostrophe; any other text stays as it is.
[[nodiscard]] std::string_view unguardedCell(std::string_view cell) noexcept;
/// Appends a CSV cell, guarded, and quoted where RFC 4180 asks for it.
void appendCell(std::string& out, std::string_view text);
/// Appends a cell that is already guarded, quoted likewise.
void appendQuoted(std::string& out, std::string_view cell);
/// Splits one line after another (without its end) into cells: views of the line, but for cells with quotes inside.
class CellSplitter {
 public:
    /// Returns the cells; none if a quote is open or misplaced. Valid until the next call, and as long as `line` is.
    [[nodiscard]] std::optional<std::span<const std::string_view>> split(std::string_view line);

 private:
    std::optional<std::string_view> takeQuoted(std::string_view line, std::size_t& at);

    std::vector<std::string_view> m_cells;
    std::deque<std::string> m_unquoted;  ///< memory is reused for the next line
    std::size_t m_used = 0;
};
/// Splits a single line.
[[nodiscard]] std::optional<std::vector<std::string>> splitCells(std::string_view line);

/// Parses a whole cell as `parsedNumber` does; an empty one gives NaN, "nan" and "inf" are refused.
template <std::floating_point T>
[[nodiscard]] std::optional<T> parseNumber(std::string_view cell);
extern template std::optional<float> parseNumber<float>(std::string_view);
extern template std::optional<double> parseNumber<double>(std::string_view);

}  // namespace kvw::bundle
