// SPDX-License-Identifier: Apache-2.0
/// A table as programs and people read it, before it has a format: columns with units, and cells with types.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/text_format.h"

namespace kvw::tables {

/// A value; undefined: an empty text, or a number that is not finite.
using Cell = std::variant<std::string, std::int64_t, double, bool>;
/// Returns a cell for programs: numbers in the fewest digits that read back as the same; undefined: empty.
[[nodiscard]] std::string cellText(const Cell& cell);
/// Returns whether a cell has a value.
[[nodiscard]] bool isDefined(const Cell& cell);
/// Returns the number in a cell; none: it is a text or undefined.
[[nodiscard]] std::optional<double> numberIn(const Cell& cell);

struct Column {
    std::string id;                                      ///< for programs, "mean_nll"; JSON has none without
    std::string title;                                   ///< for people, "mean NLL"
    std::string unit = {};                               ///< "nats"; empty: none
    bool right = false;                                  ///< a terminal shows its cells on the right
    std::string (*shown)(const Cell& cell) = &cellText;  ///< on a terminal; null: it does not show the column

    /// Returns the title with its unit, "mean NLL (nats)".
    [[nodiscard]] std::string heading() const { return unit.empty() ? title : title + " (" + unit + ')'; }
};

/// Format of numbers on a page. Four: four digits of each number; Aligned: decimals that fit the whole column, bytes as
/// MiB; Written: as in the cells.
enum class Digits { Four, Aligned, Written };

struct Table {
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows = {};
    std::string caption = {};                                   ///< plain text
    std::set<std::pair<std::size_t, std::size_t>> marked = {};  ///< row and column of highlighted cells
    Digits digits = Digits::Four;                               ///< on a page
    std::string works = {};                                     ///< BibTeX, written as comments before the LaTeX
    /// Title above the columns from `first` on, such as the axis whose values they are. In LaTeX such a table fits a
    /// column of a paper.
    struct Span {
        std::size_t first = 0;
        std::string title;
    };
    std::optional<Span> spanned = {};
    std::optional<std::size_t> below = {};  ///< column of long texts that LaTeX prints under the table, by first column

    void add(std::vector<Cell> row) { rows.push_back(std::move(row)); }
};

/// Returns the columns `ids` in that order, each with its "_sd" column; ids without a column are skipped.
[[nodiscard]] Table withColumns(const Table& table, const std::vector<std::string>& ids);
/// Returns CSV by RFC 4180 under the ids, with "\n" line ends.
[[nodiscard]] std::string toCsv(const Table& table);

/// Returns an object of a row: the cells under the ids of their columns, if these have one; null for numbers that are
/// undefined.
[[nodiscard]] nlohmann::ordered_json rowJson(const Table& table, std::size_t row);
/// Returns an array of all of them.
[[nodiscard]] nlohmann::ordered_json toJson(const Table& table);

/// Appends cells to a line of CSV, with commas between them, for tables too long to be held: integers, numbers
/// (undefined: nothing) and texts, which are guarded and quoted.
template <class... Values>
void appendCells(std::string& line, const Values&... values) {
    const auto append = [&line](const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_integral_v<Value>) {
            bundle::appendInteger(line, static_cast<std::int64_t>(value));
        } else if constexpr (std::is_floating_point_v<Value>) {
            bundle::appendNumber(line, value);
        } else {
            bundle::appendCell(line, value);
        }
    };
    std::string_view comma;
    ((line += comma, append(values), comma = ","), ...);
}

/// Returns lines for a terminal, each indented by `indent` blanks, without trailing blanks. Headings come first, if any
/// column has a title. The widest cell sets the width of its column, counted in characters.
[[nodiscard]] std::string toText(const Table& table, std::size_t indent = 0);

}  // namespace kvw::tables
