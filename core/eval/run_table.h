// SPDX-License-Identifier: Apache-2.0
/// Tables of kept runs: a row per lane, repeats together.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/eval/sweep_results.h"

namespace kvw {

/// Lanes of some bundles as rows. A policy is followed by its changes during the run, "/recent=64@545". Lanes with the
/// same settings and the same result (a full cache beside several policies) are one row; a repeat with another result
/// is a row of its own, also with the same seed. Rows of the same model, text and settings are compared with one
/// another (SweepRow::setting). Bytes are those after the last step. Tokens are those after the prompt; for generated
/// text, the number asked for.
struct RunRows {
    /// Columns in which the rows differ, always with the policy, in this order: model, dtype, text, prompt, tokens,
    /// mode, sampling, positions, rank-keys, prefill, kv-dtype, device, policy, seed.
    std::vector<std::string> names;
    std::vector<SweepRow> rows;
};
/// Reads the manifests and the last rows of the step tables. `warnings` gets a sentence for each file that is not as it
/// was written (arrays are checked by size only). Errors: those of reading; BadInput if a run did not finish; NotFound
/// without a bundle.
[[nodiscard]] Result<RunRows> runRows(const std::vector<std::filesystem::path>& bundles,
                                      std::vector<Phrase>* warnings = nullptr);

/// Column that a table of runs may have.
struct RunTableColumn {
    std::string name, title;  ///< name for `columns` below and for programs; title for people
};
[[nodiscard]] std::vector<RunTableColumn> runTableColumns();

/// Returns the table as text. Formats "tex" (booktabs) and "md" show mean ± standard deviation over repeats and mark
/// the best of a column; "csv", for programs, has both numbers in columns of their own. `columns`: names of the columns
/// to show if the table has them, in this order; empty: all. Errors: those of runRows; BadUsage for an unknown format,
/// an unknown column, a column named twice, or if no column is left.
[[nodiscard]] Result<std::string> runTableText(const std::vector<std::filesystem::path>& bundles,
                                               const std::string& format, const std::vector<std::string>& columns = {},
                                               std::vector<Phrase>* warnings = nullptr);

}  // namespace kvw
