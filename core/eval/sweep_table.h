// SPDX-License-Identifier: Apache-2.0
/// The tables of a sweep.
#pragma once

#include "core/bundle/tables.h"
#include "core/eval/sweep_results.h"

namespace kvw {

/// One line per run: the axes, then the numbers; undefined ones are empty. `names`: of the axes. Times are left out, so
/// that the file is the same for the same runs.
[[nodiscard]] std::string sweepCsv(const std::vector<std::string>& names, const std::vector<SweepRow>& rows);

/// What the tables show, in this order.
[[nodiscard]] std::vector<SweepNumber> sweepTableNumbers();
/// One line per group of repeats, with mean and standard deviation in columns of their own: for programs.
[[nodiscard]] tables::Table sweepMeans(const std::vector<std::string>& names, const std::vector<SweepRow>& rows);
/// The same for a page: "0.123 ± 0.004", in a column as many decimals everywhere as its smallest deviation has a
/// meaning for and means without one need, bytes in MiB and shares in per cent; in a column the best of each setting is
/// marked, what reads the same alike, and so is the front, but for runs of generated text; numbers that no row has are
/// left out.
/// `caption`: plain text, to which it is added what the signs in the table mean. `columns`: of tables::withColumns;
/// empty: all.
[[nodiscard]] tables::Table sweepTable(const std::vector<std::string>& names, const std::vector<SweepRow>& rows,
                                       const std::string& caption, const std::vector<std::string>& columns = {});
/// "0.123 ± 0.004"; without a deviation four digits; empty: undefined.
[[nodiscard]] std::string spreadText(const Spread& spread);

}  // namespace kvw
