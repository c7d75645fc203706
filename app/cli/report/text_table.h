// SPDX-License-Identifier: Apache-2.0
/// Columns of tables for a terminal, and readable numbers and sizes.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/table.h"

namespace kvw::cli {

/// Return a column of a table for a terminal (core/base/table.h), with its cells on the left or on the right.
[[nodiscard]] inline tables::Column textColumn(std::string title,
                                               decltype(tables::Column::shown) shown = &tables::cellText) {
    return {{}, std::move(title), {}, false, shown};
}
[[nodiscard]] inline tables::Column numberColumn(std::string title) {
    return {{}, std::move(title), {}, true};
}

/// Returns a column of numbers that JSON has, too, as member `id`.
[[nodiscard]] inline tables::Column memberColumn(std::string id, std::string title,
                                                 decltype(tables::Column::shown) shown = &tables::cellText) {
    return {std::move(id), std::move(title), {}, true, shown};
}
/// Returns a column of texts that JSON has, too, as member `id`.
[[nodiscard]] tables::Column lineColumn(std::string id, std::string title = {});
/// Returns a column that only JSON has.
[[nodiscard]] inline tables::Column jsonColumn(std::string id) {
    return {std::move(id), {}, {}, false, nullptr};
}
/// Returns a cell of a text, which is undefined if it is empty, and of a count, which is undefined below 0.
[[nodiscard]] tables::Cell textCell(std::string text);
[[nodiscard]] tables::Cell countCell(std::int64_t count);
/// Formats a number with `digits` decimals; a dash for NaN, null and anything that is no number.
[[nodiscard]] std::string numberText(const nlohmann::ordered_json& value, int digits = 4, bool sign = false);
[[nodiscard]] std::string numberText(double value, int digits = 4, bool sign = false);
/// Return the number of a cell with decimals, as a share or as bytes; a dash if it is undefined.
template <int digits, bool sign = false>
[[nodiscard]] std::string decimals(const tables::Cell& cell) {
    return numberText(tables::numberIn(cell).value_or(NAN), digits, sign);
}
[[nodiscard]] std::string shareText(const tables::Cell& cell);
[[nodiscard]] std::string sizeText(const tables::Cell& cell);
/// Returns the number of a cell as it is; a hyphen if it is undefined.
[[nodiscard]] inline std::string dashText(const tables::Cell& cell) {
    return tables::numberIn(cell) ? tables::cellText(cell) : "-";
}
/// Returns the text of a cell as `oneLine` does; empty if it is undefined.
[[nodiscard]] std::string lineText(const tables::Cell& cell);
/// Returns the members of the rows of a JSON report that the ids of the columns name as JSON pointers
/// ("/summary/mean_nll"), so that text and JSON have the same values. Members that are missing are undefined; lists are
/// joined.
[[nodiscard]] tables::Table tableOf(const nlohmann::ordered_json& rows, std::vector<tables::Column> columns);
/// Adds the last row of a table, which is about all others, to a report without its first cell, then the other rows as
/// the member `name`.
void addRows(nlohmann::ordered_json& report, const tables::Table& table, const char* name);

/// Formats bytes in powers of 1000, such as "1.2 MB".
[[nodiscard]] std::string bytesText(std::int64_t bytes);
/// Formats a share, such as "12.5 %"; a dash as above.
[[nodiscard]] std::string percentText(const nlohmann::ordered_json& share);
[[nodiscard]] std::string percentText(double share);
/// Returns text from a file or a model as one line: terminal control characters are escaped (visible_text.h),
/// ill-formed UTF-8 is replaced.
[[nodiscard]] std::string oneLine(const std::string& text);
/// Prints a warning to standard error, as one line.
void warn(const std::string& sentence);
/// Writes to `output`, with terminal control characters from file or plugin names escaped.
void print(std::string_view text);
/// Serializes JSON, indented by one blank per level, with ill-formed UTF-8 replaced.
[[nodiscard]] std::string dumped(const nlohmann::ordered_json& value);

}  // namespace kvw::cli
