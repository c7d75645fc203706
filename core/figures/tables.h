// SPDX-License-Identifier: Apache-2.0
/// Tables of a bundle, and any table as LaTeX (booktabs) and Markdown. Times are left out: tables are the same bytes
/// for the same run.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/attention/cascade_design.h"
#include "core/analysis/needle.h"
#include "core/base/table.h"
#include "core/metrics/prune_events.h"
#include "core/trace/recording.h"

namespace kvw::tables {

/// Format of the numbers of a column on a page.
struct ColumnFormat {
    int decimals = 0;   ///< in all cells
    bool each = false;  ///< four digits of each number instead: their sizes differ too much
};
/// Returns decimals that show four digits of the largest number and three of the smallest (less than a millionth of the
/// largest is noise), and no more than seven digits in all.
[[nodiscard]] ColumnFormat formatFor(std::span<const double> numbers);
/// Formats a number; zero has no sign.
[[nodiscard]] std::string numberText(double value, const ColumnFormat& format);

/// A number that is compared with the others of its column.
struct Compared {
    std::size_t row = 0;
    double value = 0;
    std::string text;  ///< as printed; empty: undefined
};
/// Marks the smallest number and all that print the same: a reader sees no difference. Marks nothing if fewer than two
/// are defined.
void markLeast(Table& table, std::size_t column, const std::vector<Compared>& compared);

// Captions name the policy with its effective parameters and what was changed while it ran, and quote `bundleHash`
// unless it is empty.

/// Table with a row per number of the summary: name, value, unit.
[[nodiscard]] Table summary(const Recording& recording, std::int32_t lane, const std::string& bundleHash = {});
/// Table with a row per lane: policy, parameters, NLL, difference, KL, held, compression, peak bytes, probes. The best
/// policy of a column is marked, with all that print the same; the full cache is the reference and is not marked.
[[nodiscard]] Table comparison(const Recording& recording, const std::string& bundleHash = {});
/// Prune events with size and duration of the spike that followed (METRICS.md section 2); the caption names a
/// threshold other than the default.
[[nodiscard]] Table pruneEvents(const Recording& recording, std::int32_t lane, const std::string& bundleHash = {},
                                double thresholdScales = metrics::kThresholdScales);

/// Parts of the prune event that lanes take apart (analysis/spike.h): a row for each way to prune there, and one for the
/// interaction. Without rows if no lanes do.
[[nodiscard]] Table spike(const Recording& recording, const std::string& bundleHash = {});

/// Table with a row per probe of the text: where it is stated and asked, how much of the fact was held just before the
/// answer, and the NLL of the answer.
[[nodiscard]] Table probes(const Recording& recording, std::int32_t lane, const std::string& bundleHash = {});

/// Copies of a needle (analysis/needle.h), a row for each layer and head: when it left, and the score of the token that
/// left first against the cut.
[[nodiscard]] Table needle(const Recording& recording, std::int32_t lane, const NeedleAutopsy& autopsy,
                           const std::string& bundleHash = {});

/// Designs of a cascade (analysis/attention/cascade_design.h), the most retained first.
[[nodiscard]] Table cascadeDesigns(const Recording& recording, std::int32_t lane, const CascadeStudy& study,
                                   const std::string& bundleHash = {});

/// Returns true for "csv", "tex" and "md".
[[nodiscard]] bool isFormat(std::string_view format) noexcept;
/// Returns the table in one of these formats; `label`: for LaTeX.
[[nodiscard]] std::string inFormat(const Table& table, std::string_view format, const std::string& label);
/// Returns a complete table environment; undefined cells are en dashes.
[[nodiscard]] std::string toLatex(const Table& table, const std::string& label);
/// Returns a Markdown table with its caption below.
[[nodiscard]] std::string toMarkdown(const Table& table);

}  // namespace kvw::tables
