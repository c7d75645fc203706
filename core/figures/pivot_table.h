// SPDX-License-Identifier: Apache-2.0
/// Pivot of a table of results for a column of a paper: the values of one axis become columns.
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/table.h"

namespace kvw::tables {

struct PivotChoice {
    std::string columns;  ///< axis whose values are the columns
    std::string value;    ///< column whose cells fill the table, "delta_nll"
};
/// Parses "capacity" or "capacity:mean_kl"; the value is `usual` if it is not said.
[[nodiscard]] PivotChoice pivotChoice(const std::string& text, const std::string& usual);

/// Returns a table with a line for each combination of the other axes. A cell is as in `table` ("0.123 ± 0.004"), and
/// marked there; undefined where `table` has no such line. Its columns begin with the axes, whose ids are `axes`.
/// `caption`: plain text in front of what the table shows. Errors: BadUsage for an axis or a value that it does not
/// have, and for a single axis.
[[nodiscard]] Result<Table> pivoted(const Table& table, const std::vector<std::string>& axes, const PivotChoice& choice,
                                    const std::string& caption);

}  // namespace kvw::tables
