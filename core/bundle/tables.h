// SPDX-License-Identifier: Apache-2.0
/// Tables of a bundle as CSV, LaTeX (booktabs) and Markdown. Times are left out: tables are the same bytes for the same
/// run.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/metrics/prune_events.h"
#include "core/trace/recording.h"

namespace kvw::tables {

/// Four digits of each number; as ColumnFormat says, and bytes as MiB; or as the cells are written.
enum class Digits { Four, Aligned, Written };

struct Table {
    std::vector<std::string> header;                            ///< column names, for programs
    std::vector<std::string> titles;                            ///< the same for people, with units: "mean NLL (nats)"
    std::vector<std::vector<std::string>> rows;                 ///< cells; empty: undefined
    std::string caption;                                        ///< plain text
    std::set<std::pair<std::size_t, std::size_t>> marked = {};  ///< row and column of cells that stand out
    Digits digits = Digits::Four;                               ///< on a page
    std::string works = {};                                     ///< BibTeX; comments in front of LaTeX
    std::optional<std::size_t> below = {};  ///< a column of long words that LaTeX has under the table, by first column
};

/// How the numbers of a column are written on a page.
struct ColumnFormat {
    int decimals = 0;   ///< in all cells
    bool each = false;  ///< four digits of each number instead: they are too far apart
};
/// Decimals that show four digits of the largest and three of the least (what is a millionth of the largest is noise),
/// and no more than seven digits in all.
[[nodiscard]] ColumnFormat formatFor(std::span<const double> numbers);
/// Zero has no sign.
[[nodiscard]] std::string numberText(double value, const ColumnFormat& format);

/// A number that is held against the others of its column.
struct Compared {
    std::size_t row = 0;
    double value = 0;
    std::string text;  ///< as it is read; empty: undefined
};
/// Marks the least, and what reads the same: to a reader it is as good. Nothing of fewer than two.
void markLeast(Table& table, std::size_t column, const std::vector<Compared>& compared);

// Captions name the policy with its effective parameters and what was changed while it ran, and quote `bundleHash`
// unless it is empty.

/// One row per number of the summary: name, value, unit.
[[nodiscard]] Table summary(const Recording& recording, std::int32_t lane, const std::string& bundleHash = {});
/// One row per lane: policy, parameters, NLL, difference, KL, held, compression, peak bytes, probes. The best policy of
/// a column is marked, what reads the same alike; the full cache is what they are held against.
[[nodiscard]] Table comparison(const Recording& recording, const std::string& bundleHash = {});
/// Prune events with size and duration of the spike that followed (METRICS.md section 2); the caption tells another
/// threshold than the usual one.
[[nodiscard]] Table pruneEvents(const Recording& recording, std::int32_t lane, const std::string& bundleHash = {},
                                double thresholdScales = metrics::kThresholdScales);

/// One row per probe of the text: where it is stated and asked, how much of the fact was held just before the answer,
/// and what the answer then costs.
[[nodiscard]] Table probes(const Recording& recording, std::int32_t lane, const std::string& bundleHash = {});

/// The columns called `names`, in that order, and what stands beside each under the name with "_sd"; those that are
/// not there are passed over.
[[nodiscard]] Table withColumns(const Table& table, const std::vector<std::string>& names);

/// RFC 4180, "\n" line ends.
[[nodiscard]] std::string toCsv(const Table& table);
/// A complete table environment under `titles`; undefined cells are en dashes.
[[nodiscard]] std::string toLatex(const Table& table, const std::string& label);
/// The same as a Markdown table with its caption below.
[[nodiscard]] std::string toMarkdown(const Table& table);

}  // namespace kvw::tables
