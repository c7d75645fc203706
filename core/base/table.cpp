// SPDX-License-Identifier: Apache-2.0
#include "core/base/table.h"

#include <cmath>

#include "core/base/text_format.h"

namespace kvw::tables {

std::string cellText(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return *text;
    }
    std::string digits;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        bundle::appendInteger(digits, *whole);
    } else {
        bundle::appendNumber(digits, std::get<double>(cell));
    }
    return digits;
}

std::optional<double> numberIn(const Cell& cell) {
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*whole);
    }
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr && std::isfinite(*number) ? std::optional(*number) : std::nullopt;
}

Table withColumns(const Table& table, const std::vector<std::string>& ids) {
    Table chosen = table;
    chosen.columns.clear();
    chosen.rows.assign(table.rows.size(), {});
    chosen.marked.clear();
    chosen.below.reset();  // notes below name their line by the first column, which may be another one now
    for (const std::string& id : ids) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (table.columns[column].id != id && table.columns[column].id != id + "_sd") {
                continue;
            }
            for (std::size_t line = 0; line < table.rows.size(); ++line) {
                chosen.rows[line].push_back(table.rows[line][column]);
                if (table.marked.contains({line, column})) {
                    chosen.marked.insert({line, chosen.columns.size()});
                }
            }
            chosen.columns.push_back(table.columns[column]);
        }
    }
    return chosen;
}

std::string toCsv(const Table& table) {
    std::string out;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        out += i == 0 ? "" : ",";
        bundle::appendCell(out, table.columns[i].id);
    }
    for (const auto& row : table.rows) {
        out += '\n';
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += i == 0 ? "" : ",";
            bundle::appendCell(out, cellText(row[i]));
        }
    }
    return out + '\n';
}

}  // namespace kvw::tables
