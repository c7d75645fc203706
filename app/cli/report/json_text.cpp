// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/json_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/report/text_table.h"
#include "core/base/comma_list.h"

namespace kvw::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kStep = 2;

std::string cell(const std::string& name, const ordered_json& value) {
    if (value.is_string()) {
        return oneLine(value.get<std::string>());
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? "yes" : "no";
    }
    if (value.is_number_integer()) {
        const bool size = name.find("bytes") != std::string::npos;
        return size ? bytesText(value.get<std::int64_t>()) : value.dump();
    }
    if (value.is_number()) {
        return fmt::format("{:.5g}", value.get<double>());
    }
    if (value.is_array()) {
        return joined(value, ", ", [&name](const ordered_json& item) { return cell(name, item); });
    }
    if (value.is_object()) {
        return joined(value.items(), " ",
                      [](const auto& item) { return item.key() + '=' + cell(item.key(), item.value()); });
    }
    return numberText(value);
}

bool isTable(const ordered_json& value) {
    return value.is_array() && !value.empty() &&
           std::all_of(value.begin(), value.end(), [](const ordered_json& row) { return row.is_object(); });
}

std::string tableText(const ordered_json& rows, std::size_t indent) {
    tables::Table table;
    for (const ordered_json& row : rows) {
        for (const auto& [name, value] : row.items()) {
            if (std::ranges::find(table.columns, name, &tables::Column::title) == table.columns.end()) {
                table.columns.push_back(value.is_number() ? numberColumn(name) : textColumn(name));
            }
        }
    }
    for (const ordered_json& row : rows) {
        std::vector<tables::Cell> cells;
        cells.reserve(table.columns.size());
        for (const tables::Column& column : table.columns) {
            cells.emplace_back(row.contains(column.title) ? cell(column.title, row[column.title]) : std::string());
        }
        table.add(std::move(cells));
    }
    return toText(table, indent);
}

}  // namespace

std::string jsonText(const ordered_json& value, std::size_t indent) {
    if (!value.is_object()) {
        return isTable(value) ? tableText(value, indent) : std::string(indent, ' ') + cell({}, value) + '\n';
    }
    std::string text;
    tables::Table lines;
    const auto flush = [&] {
        text += toText(lines, indent);
        lines.rows.clear();
    };
    for (const auto& [name, member] : value.items()) {
        if (!member.is_object() && !isTable(member)) {
            lines.add({name, cell(name, member)});
            continue;
        }
        flush();
        text += std::string(indent, ' ') + name + '\n' + jsonText(member, indent + kStep);
    }
    flush();
    return text;
}

}  // namespace kvw::cli
