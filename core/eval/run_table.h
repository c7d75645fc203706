// SPDX-License-Identifier: Apache-2.0
/// Kept runs as the rows of a table: a row per lane, repeats together.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/bundle/tables.h"
#include "core/eval/sweep_results.h"

namespace kvw {

/// The lanes of some bundles as rows; `names` of the columns in which they differ, the policy always, the seed last:
/// model, dtype, text, prompt, tokens, mode, sampling, positions, rank-keys, prefill, kv-dtype, device, policy, seed.
/// A policy has what was turned while it ran behind it, "/recent=64@545". What is there twice, the same settings with
/// the same result (a full cache beside several policies), is one row; a repeat with another result is a row, also with
/// the same seed. Rows of the same model, text and settings are compared with one another (SweepRow::setting). Bytes
/// are those after the last step. Tokens are those behind the prompt, of generated text those asked for.
struct RunRows {
    std::vector<std::string> names;
    std::vector<SweepRow> rows;
};
/// Reads manifests and the tables of steps, of which the last row counts. `warnings`: sentences for what is not as it
/// was written, arrays told by their size only. Errors: what cannot be read, or has no end; NotFound without a bundle.
[[nodiscard]] Result<RunRows> runRows(const std::vector<std::filesystem::path>& bundles,
                                      std::vector<std::string>* warnings = nullptr);

/// A column that a table of runs may have.
struct RunTableColumn {
    std::string name, title;  ///< for `columns` below and programs; for people
};
[[nodiscard]] std::vector<RunTableColumn> runTableColumns();

/// "tex" (booktabs) and "md": mean ± standard deviation over repeats, the best of a column marked; "csv", for programs:
/// both in columns of their own. `columns`: names of those that are shown, in that order, where the table has them;
/// empty: all. Errors: those of runRows; BadUsage for another format, another column, the same one twice, and where no
/// column is left.
[[nodiscard]] Result<std::string> runTableText(const std::vector<std::filesystem::path>& bundles,
                                               const std::string& format, const std::vector<std::string>& columns = {},
                                               std::vector<std::string>* warnings = nullptr);

}  // namespace kvw
