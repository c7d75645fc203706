// SPDX-License-Identifier: Apache-2.0
#include "core/figures/pivot_table.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/comma_list.h"

namespace kvw::tables {
namespace {

/// Returns the index of a column; the number of columns: there is none.
std::size_t columnAt(const Table& table, const std::string& id) {
    return static_cast<std::size_t>(std::ranges::find(table.columns, id, &Column::id) - table.columns.begin());
}

std::size_t placeOf(const std::vector<std::string>& values, const std::string& value) {
    return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
}

Phrase numbersOf(const Table& table, std::size_t first) {
    std::vector<std::string> ids;
    for (std::size_t column = first; column < table.columns.size(); ++column) {
        if (table.columns[column].id != "runs" && table.columns[column].id != "front") {
            ids.push_back(table.columns[column].id);
        }
    }
    return joined(ids);
}

/// Returns what the caption says about the table. `lines`: the axes at the left.
std::string pivotWords(const Table& made, const Column& value, const std::vector<std::string>& lines) {
    std::string text = value.heading() + " by " + joined(lines) + " and " + made.spanned->title;
    const bool spread = std::ranges::any_of(made.rows, [](const std::vector<Cell>& row) {
        return std::ranges::any_of(row,
                                   [](const Cell& cell) { return cellText(cell).find(" ± ") != std::string::npos; });
    });
    text += spread ? "; mean ± standard deviation over repeats" : "";
    text += made.marked.empty() ? "" : "; the best is bold";
    return text;
}

}  // namespace

PivotChoice pivotChoice(const std::string& text, const std::string& usual) {
    const std::size_t colon = text.find(':');
    return {text.substr(0, colon), colon == std::string::npos ? usual : text.substr(colon + 1)};
}

Result<Table> pivoted(const Table& table, const std::vector<std::string>& axes, const PivotChoice& choice,
                      const std::string& caption) {
    const std::size_t across = placeOf(axes, choice.columns), value = columnAt(table, choice.value);
    if (axes.size() < 2) {
        return fail(Code::BadUsage, "pivot", "a pivot table has at least two axes", joined(axes));
    }
    if (across == axes.size()) {
        return fail(Code::BadUsage, "pivot", "there is no such axis", '"' + choice.columns + '"', joined(axes));
    }
    if (value < axes.size() || value >= table.columns.size()) {
        return fail(Code::BadUsage, "pivot", "there is no such number", '"' + choice.value + '"',
                    numbersOf(table, axes.size()));
    }
    std::vector<std::string> columns;
    for (const std::vector<Cell>& row : table.rows) {
        addOnce(columns, cellText(row[across]));
    }
    Table made;
    std::vector<std::string> lines;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        if (axis != across) {
            lines.push_back(table.columns[axis].title);
            made.columns.push_back(table.columns[axis]);
        }
    }
    made.spanned = Table::Span{made.columns.size(), table.columns[across].title};
    for (const std::string& each : columns) {
        made.columns.push_back({each, each});
    }
    made.digits = Digits::Written;
    made.works = table.works;
    std::vector<std::vector<Cell>> heads;
    for (std::size_t line = 0; line < table.rows.size(); ++line) {
        const std::vector<Cell>& row = table.rows[line];
        std::vector<Cell> head(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(axes.size()));
        head.erase(head.begin() + static_cast<std::ptrdiff_t>(across));
        const auto known = std::ranges::find(heads, head);
        const auto at = static_cast<std::size_t>(known - heads.begin());
        if (known == heads.end()) {
            heads.push_back(head);
            head.resize(made.columns.size());
            made.rows.push_back(std::move(head));
        }
        const std::size_t column = made.spanned->first + placeOf(columns, cellText(row[across]));
        made.rows[at][column] = row[value];
        if (table.marked.contains({line, value})) {
            made.marked.insert({at, column});
        }
    }
    made.caption = (caption.empty() ? "" : caption + ". ") + pivotWords(made, table.columns[value], lines);
    return made;
}

}  // namespace kvw::tables
