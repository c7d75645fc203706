// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/text_table.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/cli/output.h"
#include "core/base/comma_list.h"
#include "core/base/json/json_text.h"
#include "core/base/utf8.h"
#include "core/base/visible_text.h"

namespace kvw::cli {
namespace {

constexpr const char* kUndefined = "–";

tables::Cell cellOf(const nlohmann::ordered_json& value) {
    return value.is_string()           ? tables::Cell(value.get<std::string>())
           : value.is_boolean()        ? tables::Cell(value.get<bool>())
           : value.is_number_integer() ? tables::Cell(value.get<std::int64_t>())
           : value.is_number()         ? tables::Cell(value.get<double>())
           : value.is_array()
               ? tables::Cell(joined(value, ", ", [](const auto& each) { return tables::cellText(cellOf(each)); }))
               : tables::Cell(NAN);
}

}  // namespace

tables::Column lineColumn(std::string id, std::string title) {
    return {std::move(id), std::move(title), {}, false, lineText};
}

tables::Cell textCell(std::string text) {
    return text.empty() ? tables::Cell(NAN) : tables::Cell(std::move(text));
}

tables::Cell countCell(std::int64_t count) {
    return count < 0 ? tables::Cell(NAN) : tables::Cell(count);
}

std::string shareText(const tables::Cell& cell) {
    return percentText(tables::numberIn(cell).value_or(NAN));
}

std::string sizeText(const tables::Cell& cell) {
    const auto bytes = tables::numberIn(cell);
    return bytes ? bytesText(std::llround(*bytes)) : kUndefined;
}

std::string lineText(const tables::Cell& cell) {
    return oneLine(tables::cellText(cell));
}

tables::Table tableOf(const nlohmann::ordered_json& rows, std::vector<tables::Column> columns) {
    tables::Table table{std::move(columns)};
    for (const nlohmann::ordered_json& row : rows) {
        std::vector<tables::Cell> cells;
        for (const tables::Column& column : table.columns) {
            const nlohmann::ordered_json::json_pointer id(column.id);
            cells.push_back(row.contains(id) ? cellOf(row.at(id)) : tables::Cell(NAN));
        }
        table.add(std::move(cells));
    }
    return table;
}

void addRows(nlohmann::ordered_json& report, const tables::Table& table, const char* name) {
    nlohmann::ordered_json rows = toJson(table), all = rows.back();
    rows.erase(rows.size() - 1);
    all.erase(table.columns.front().id);
    report.update(all);
    report[name] = std::move(rows);
}

std::string bytesText(std::int64_t bytes) {
    constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1000 && unit + 1 < std::size(kUnits)) {
        value /= 1000;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.{}f} {}", value, value < 10 ? 2 : 1, kUnits[unit]);
}

std::string numberText(double value, int digits, bool sign) {
    if (!std::isfinite(value)) {
        return kUndefined;
    }
    return sign ? fmt::format("{:+.{}f}", value, digits) : fmt::format("{:.{}f}", value, digits);
}

std::string numberText(const nlohmann::ordered_json& value, int digits, bool sign) {
    return value.is_number() ? numberText(value.get<double>(), digits, sign) : kUndefined;
}

std::string percentText(double share) {
    return std::isfinite(share) ? numberText(100 * share, 1) + " %" : kUndefined;
}

std::string percentText(const nlohmann::ordered_json& share) {
    return share.is_number() ? percentText(share.get<double>()) : kUndefined;
}

std::string oneLine(const std::string& text) {
    return visibleLine(lossyUtf8(text));
}

void warn(const std::string& sentence) {
    std::fprintf(stderr, "warning: %s\n", oneLine(sentence).c_str());
}

void print(std::string_view text) {
    const std::string shown = visibleText(text);
    std::fwrite(shown.data(), 1, shown.size(), output());
}

std::string dumped(const nlohmann::ordered_json& value) {
    return bundle::dumpFile(value);
}

}  // namespace kvw::cli
