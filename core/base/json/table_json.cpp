// SPDX-License-Identifier: Apache-2.0
#include "core/base/json/table_json.h"

#include <utility>
#include <variant>

#include "core/base/json/json_access.h"
#include "core/base/json/json_value.h"
#include "core/base/text_format.h"

namespace kvw::tables {

namespace {

nlohmann::ordered_json cellJson(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return bundle::validUtf8(*text);
    }
    if (const auto* number = std::get_if<double>(&cell)) {
        return orNull(*number);
    }
    return std::visit([](const auto& value) { return nlohmann::ordered_json(value); }, cell);
}

Cell cellOf(const nlohmann::ordered_json& json) {
    if (json.is_string()) {
        return json.get<std::string>();
    }
    if (json.is_boolean()) {
        return json.get<bool>();
    }
    if (json.is_number_integer()) {
        return json.get<std::int64_t>();
    }
    return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

nlohmann::ordered_json wholeJson(const Table& table) {
    const auto columnJson = [](const Column& column) -> nlohmann::ordered_json {
        return {{"id", column.id},
                {"title", column.title},
                {"unit", column.unit},
                {"right", column.right},
                {"shown", column.shown != nullptr}};
    };
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const auto& row : table.rows) {
        nlohmann::ordered_json cells = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto shown = table.columns[i].shown;
            cells.push_back({{"value", cellJson(row[i])},
                             {"text", shown == nullptr ? std::string() : bundle::validUtf8(shown(row[i]))}});
        }
        rows.push_back(std::move(cells));
    }
    const auto markJson = [](const std::pair<std::size_t, std::size_t>& place) {
        return nlohmann::ordered_json::array({place.first, place.second});
    };
    return {{"caption", table.caption},
            {"columns", jsonList(table.columns, columnJson)},
            {"rows", std::move(rows)},
            {"marked", jsonList(table.marked, markJson)}};
}

Result<ReadTable> readTable(const nlohmann::ordered_json& json, const std::string& where) {
    const auto refused = [&where] {
        return fail(Code::BadInput, where, "this is no table", {}, "columns, and rows with a cell for each");
    };
    ReadTable read;
    const nlohmann::ordered_json &columns = member(json, "columns"), &rows = member(json, "rows");
    if (!columns.is_array() || columns.empty() || !rows.is_array()) {
        return refused();
    }
    read.table.caption = textOf(json, "caption");
    for (const nlohmann::ordered_json& column : columns) {
        read.table.columns.push_back(
            {textOf(column, "id"), textOf(column, "title"), textOf(column, "unit"), flagOf(column, "right")});
        read.shown.push_back(flagOf(column, "shown"));
    }
    for (const nlohmann::ordered_json& row : rows) {
        if (!row.is_array() || row.size() != columns.size()) {
            return refused();
        }
        std::vector<Cell> cells;
        std::vector<std::string> texts;
        for (const nlohmann::ordered_json& cell : row) {
            cells.push_back(cellOf(member(cell, "value")));
            texts.push_back(textOf(cell, "text"));
        }
        read.table.add(std::move(cells));
        read.texts.push_back(std::move(texts));
    }
    for (const nlohmann::ordered_json& place : member(json, "marked")) {
        if (place.is_array() && place.size() == 2 && place[0].is_number_unsigned() && place[1].is_number_unsigned()) {
            read.table.marked.emplace(place[0].get<std::size_t>(), place[1].get<std::size_t>());
        }
    }
    return read;
}

}  // namespace kvw::tables
