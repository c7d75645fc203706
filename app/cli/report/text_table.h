// SPDX-License-Identifier: Apache-2.0
/// Columns of tables for a terminal, and readable numbers and sizes.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/table.h"

namespace kvw::cli {

/// Return a column of a table for a terminal (core/base/table.h), with its cells on the left or on the right.
[[nodiscard]] inline tables::Column textColumn(std::string title) {
    return {{}, std::move(title)};
}
[[nodiscard]] inline tables::Column numberColumn(std::string title) {
    return {{}, std::move(title), {}, true};
}

/// Returns a column of numbers that JSON has, too, as member `id`.
[[nodiscard]] inline tables::Column memberColumn(std::string id, std::string title,
                                                 decltype(tables::Column::shown) shown = &tables::cellText) {
    return {std::move(id), std::move(title), {}, true, shown};
}
/// Returns the number of a cell with four decimals; a dash if it is undefined.
[[nodiscard]] std::string fixedText(const tables::Cell& cell);
/// Returns the text of a cell as `oneLine` does.
[[nodiscard]] std::string lineText(const tables::Cell& cell);
/// Adds the last row of a table, which is about all others, to a report without its first cell, then the other rows as
/// the member `name`.
void addRows(nlohmann::ordered_json& report, const tables::Table& table, const char* name);

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
