// SPDX-License-Identifier: Apache-2.0
/// Figures of an evaluation: maps of a score over two facts of the samples, and lines over one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/table.h"
#include "core/eval/eval_record.h"
#include "core/eval/tasks/task.h"
#include "core/figures/figure.h"

namespace kvw::eval {

/// Facts that are the sides of a map.
struct FactSides {
    std::string x = "length", y = "depth";
};

/// Returns the subsets that have both facts in at least one record, in the order of the records.
[[nodiscard]] std::vector<std::string> subsetsWith(std::span<const EvalRecord> records, const FactSides& sides);

/// Returns the map of a subset: a panel per lane, all on one scale. A cell is the total of its samples
/// (TaskInfo::total); samples of failed lanes and without a score are left out. Depths grow downwards. Empty panels
/// without a value.
[[nodiscard]] FigureSpec factMap(std::span<const EvalRecord> records, const TaskInfo& task, const std::string& subset,
                                 const std::vector<std::string>& policies, const FactSides& sides = {});
/// Returns the map of each subset that has the facts.
[[nodiscard]] std::vector<FigureSpec> factMaps(std::span<const EvalRecord> records, const TaskInfo& task,
                                               const std::vector<std::string>& policies, const FactSides& sides = {});
/// Returns the numbers of a map: a row per lane and value of y, a column per value of x.
[[nodiscard]] tables::Table factTable(std::span<const EvalRecord> records, const TaskInfo& task,
                                      const std::string& subset, const std::vector<std::string>& policies,
                                      const FactSides& sides = {});

/// A number of a record: its score ("score"), "ttft_ms", "tpot_ms", "bytes", or a part by its name.
struct FactNumber {
    std::string name = "score", title = "score", unit = {};
};
/// Returns a line per lane over a fact, as means with standard deviations over the samples. `subset` empty: all.
[[nodiscard]] FigureSpec factLines(std::span<const EvalRecord> records, const TaskInfo& task, const std::string& subset,
                                   const std::vector<std::string>& policies, const std::string& fact,
                                   const FactNumber& number = {});

/// Returns the running perplexity: a line per lane over the scored tokens of a text so far. A point is over all texts
/// that are so long, each token counting alike. Without a text of kRunningEvery scored tokens the panel is empty.
[[nodiscard]] FigureSpec runningLines(std::span<const EvalRecord> records, const TaskInfo& task,
                                      const std::vector<std::string>& policies);

}  // namespace kvw::eval
