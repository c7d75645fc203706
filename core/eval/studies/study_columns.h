// SPDX-License-Identifier: Apache-2.0
/// Columns of numbers for the tables of studies, which a terminal and the window show with fixed decimals.
#pragma once

#include <fmt/format.h>

#include <string>

#include "core/base/table.h"

namespace kvw::eval {

/// Returns the number of a cell with so many decimals; a dash if it is undefined.
template <int decimals>
[[nodiscard]] std::string decimalsText(const tables::Cell& cell) {
    const auto number = tables::numberIn(cell);
    return number ? fmt::format("{:.{}f}", *number, decimals) : std::string("–");
}

/// Returns a column of numbers with 3 or 4 decimals.
[[nodiscard]] inline tables::Column studyNumber(const char* id, const char* title, int decimals, const char* unit = "") {
    return {id, title, unit, true, decimals == 3 ? &decimalsText<3> : &decimalsText<4>};
}

}  // namespace kvw::eval
