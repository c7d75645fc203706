// SPDX-License-Identifier: Apache-2.0
/// Tables of a bundle as CSV and LaTeX (booktabs). Times are left out: tables are the same bytes for the same run.
#pragma once

#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace kvw::tables {

struct Table {
    std::vector<std::string> header;             ///< column names, with units
    std::vector<std::vector<std::string>> rows;  ///< cells; empty: undefined
    std::string caption;                         ///< plain text
};

/// One row per number of the summary: name, value.
[[nodiscard]] Table summary(const Recording& recording, std::int32_t lane);
/// One row per lane: policy, parameters, NLL, difference, KL, held, compression, peak bytes, probes.
[[nodiscard]] Table comparison(const Recording& recording);
/// Prune events with size and duration of the spike that followed (METRICS.md section 2).
[[nodiscard]] Table pruneEvents(const Recording& recording, std::int32_t lane);

/// RFC 4180, "\n" line ends.
[[nodiscard]] std::string toCsv(const Table& table);
/// A complete table environment; undefined cells are en dashes.
[[nodiscard]] std::string toLatex(const Table& table, const std::string& label);

}  // namespace kvw::tables
