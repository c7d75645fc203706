// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/json_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/report/text_table.h"

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
        std::string text;
        for (const ordered_json& item : value) {
            text += (text.empty() ? "" : ", ") + cell(name, item);
        }
        return text;
    }
    if (value.is_object()) {
        std::string text;
        for (const auto& [key, item] : value.items()) {
            text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, cell(key, item));
        }
        return text;
    }
    return numberText(value);
}

bool isTable(const ordered_json& value) {
    return value.is_array() && !value.empty() &&
           std::all_of(value.begin(), value.end(), [](const ordered_json& row) { return row.is_object(); });
}

std::string tableText(const ordered_json& rows, std::size_t indent) {
    std::vector<std::string> names;
    std::vector<TextTable::Align> alignment;
    for (const ordered_json& row : rows) {
        for (const auto& [name, value] : row.items()) {
            if (std::find(names.begin(), names.end(), name) == names.end()) {
                names.push_back(name);
                alignment.push_back(value.is_number() ? TextTable::Align::Right : TextTable::Align::Left);
            }
        }
    }
    TextTable table(alignment);
    table.add(names);
    for (const ordered_json& row : rows) {
        std::vector<std::string> cells;
        cells.reserve(names.size());
        for (const std::string& name : names) {
            cells.push_back(row.contains(name) ? cell(name, row[name]) : std::string());
        }
        table.add(std::move(cells));
    }
    return table.text(indent);
}

}  // namespace

std::string jsonText(const ordered_json& value, std::size_t indent) {
    if (!value.is_object()) {
        return isTable(value) ? tableText(value, indent) : std::string(indent, ' ') + cell({}, value) + '\n';
    }
    std::string text;
    TextTable lines;
    const auto flush = [&] {
        text += lines.text(indent);
        lines = TextTable();
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
