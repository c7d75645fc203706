// SPDX-License-Identifier: Apache-2.0
/// Tables of a sweep.
#pragma once

#include <string>
#include <vector>

#include "core/base/table.h"
#include "core/eval/sweep_results.h"

namespace kvw {

/// Returns a CSV with one line per run: the axes, then the numbers; undefined ones are empty. `names`: names of the
/// axes. Times are left out, so that the file is the same for the same runs.
[[nodiscard]] std::string sweepCsv(const std::vector<std::string>& names, const std::vector<SweepRow>& rows);

/// Returns the numbers that the tables show, in their order.
[[nodiscard]] std::vector<SweepNumber> sweepTableNumbers();
/// Returns a table for programs: one line per group of repeats, with mean and standard deviation in separate columns.
[[nodiscard]] tables::Table sweepMeans(const std::vector<std::string>& names, const std::vector<SweepRow>& rows);
/// Returns the same table for a page: "0.123 ± 0.004", bytes in MiB and shares in per cent. A column has as many
/// decimals as its smallest deviation and its means without deviation call for. In each column the best of each setting
/// is marked, and so is the front; equal texts are marked alike, runs of generated text never, and the full cache is
/// never the best. Numbers that no row has are left out. `caption`: plain text; an explanation of the signs in the
/// table is added to it. `columns`: as in tables::withColumns; empty: all.
[[nodiscard]] tables::Table sweepTable(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                       const std::string& caption, const std::vector<std::string>& columns = {});
/// Returns "0.123 ± 0.004"; four digits without a deviation; empty if undefined.
[[nodiscard]] std::string spreadText(const Spread& spread);

}  // namespace kvw
