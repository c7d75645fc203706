// SPDX-License-Identifier: Apache-2.0
/// A whole table in JSON, with its headings, units and texts for people, for a program that shows what another one has
/// computed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/table.h"

namespace kvw::tables {

/// Returns {"caption", "columns", "rows", "marked"}. A column has "id", "title", "unit", "right" and "shown"; a cell is
/// {"value", "text"}, with the text of a column that is shown.
[[nodiscard]] nlohmann::ordered_json wholeJson(const Table& table);

/// A table that was read, and what a terminal shows of it.
struct ReadTable {
    Table table;
    std::vector<bool> shown;                      ///< [columns]
    std::vector<std::vector<std::string>> texts;  ///< [rows, columns]
};
/// Reads what `wholeJson` returns. Errors: BadInput at `where` for JSON that is none.
[[nodiscard]] Result<ReadTable> readTable(const nlohmann::ordered_json& json, const std::string& where);

}  // namespace kvw::tables
