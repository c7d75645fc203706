// SPDX-License-Identifier: Apache-2.0
#include "core/base/table.h"

#include <algorithm>

#include "core/base/finite.h"
#include "core/base/json/json_value.h"
#include "core/base/utf8.h"

namespace kvw::tables {

namespace {

std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !isContinuation(c); }));
}

}  // namespace

std::string cellText(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return *text;
    }
    if (const auto* flag = std::get_if<bool>(&cell)) {
        return *flag ? "true" : "false";
    }
    std::string digits;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        bundle::appendInteger(digits, *whole);
    } else {
        bundle::appendNumber(digits, std::get<double>(cell));
    }
    return digits;
}

bool isDefined(const Cell& cell) {
    return !cellText(cell).empty();
}

std::optional<double> numberIn(const Cell& cell) {
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*whole);
    }
    const auto* number = std::get_if<double>(&cell);
    return number != nullptr ? ifFinite(*number) : std::nullopt;
}

Table withColumns(const Table& table, const std::vector<std::string>& ids) {
    Table chosen = table;
    chosen.columns.clear();
    chosen.rows.assign(table.rows.size(), {});
    chosen.marked.clear();
    chosen.spanned.reset();
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

nlohmann::ordered_json rowJson(const Table& table, std::size_t row) {
    auto object = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (const std::string& id = table.columns[i].id; !id.empty()) {
            const Cell& cell = table.rows[row][i];
            const auto* number = std::get_if<double>(&cell);
            object[id] = number != nullptr
                             ? orNull(*number)
                             : std::visit([](const auto& value) { return nlohmann::ordered_json(value); }, cell);
        }
    }
    return object;
}

nlohmann::ordered_json toJson(const Table& table) {
    auto rows = nlohmann::ordered_json::array();
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        rows.push_back(rowJson(table, row));
    }
    return rows;
}

std::string toText(const Table& table, std::size_t indent) {
    constexpr std::size_t kGap = 2;
    std::vector<std::vector<std::string>> lines;
    std::vector<bool> right;
    const bool headed =
        std::ranges::any_of(table.columns, [](const Column& column) { return !column.title.empty(); });
    lines.resize(headed ? 1 : 0);
    for (const Column& column : table.columns) {
        if (column.shown != nullptr) {
            right.push_back(column.right);
            if (headed) {
                lines.front().push_back(column.heading());
            }
        }
    }
    for (const auto& row : table.rows) {
        lines.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto shown = i < table.columns.size() ? table.columns[i].shown : &cellText;
            if (shown != nullptr) {
                lines.back().push_back(shown(row[i]));
            }
        }
    }
    std::vector<std::size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()), 0);
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], widthOf(line[i]));
        }
    }
    std::string all;
    for (const auto& cells : lines) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string fill(widths[i] - widthOf(cells[i]), ' ');
            line += i < right.size() && right[i] ? fill + cells[i] : cells[i] + fill;
            line.append(kGap, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        all += line + '\n';
    }
    return all;
}

}  // namespace kvw::tables
