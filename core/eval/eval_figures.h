// SPDX-License-Identifier: Apache-2.0
/// Figures of an evaluation: maps of a score over length and depth of the samples, and lines over the length.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/eval/eval_record.h"
#include "core/eval/tasks/task.h"
#include "core/figures/figure.h"

namespace kvw::eval {

/// Returns the map of a subset over length and depth: a panel per lane, all on one scale. A cell is the total of its
/// samples (TaskInfo::total); samples of failed lanes and without a score are left out. Depths grow downwards. Empty
/// panels without a value.
[[nodiscard]] FigureSpec factMap(std::span<const EvalRecord> records, const TaskInfo& task, const std::string& subset,
                                 const std::vector<std::string>& policies);
/// Returns the map of each subset that has both facts in at least one record, in the order of the records.
[[nodiscard]] std::vector<FigureSpec> factMaps(std::span<const EvalRecord> records, const TaskInfo& task,
                                               const std::vector<std::string>& policies);

/// A number of a record: its score ("score"), "ttft_ms", "tpot_ms", "bytes", or a part by its name.
struct FactNumber {
    std::string name = "score", title = "score", unit = {};
};
/// Returns a line per lane over the length, as means with standard deviations over all samples.
[[nodiscard]] FigureSpec factLines(std::span<const EvalRecord> records, const TaskInfo& task,
                                   const std::vector<std::string>& policies, const FactNumber& number = {});

/// Returns the running perplexity: a line per lane over the scored tokens of a text so far. A point is over all texts
/// that are so long, each token counting alike. Without a text of kRunningEvery scored tokens the panel is empty.
[[nodiscard]] FigureSpec runningLines(std::span<const EvalRecord> records, const TaskInfo& task,
                                      const std::vector<std::string>& policies);

}  // namespace kvw::eval
