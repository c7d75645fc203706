// SPDX-License-Identifier: Apache-2.0
/// Tasks of LongBench, and their scores.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/eval/tasks/sample.h"

namespace kvw::eval {

enum class LongBenchScore { Qa, Rouge, Classification, Count, Retrieval, Code };

struct LongBenchTask {
    std::string_view name;
    LongBenchScore score = LongBenchScore::Qa;
    bool chat = true;        ///< asked with the chat template
    bool firstLine = false;  ///< only the first line of the answer counts
    bool extended = false;   ///< LongBench-E has it
    bool chinese = false;
};

/// Returns all tasks, in the order of the benchmark.
[[nodiscard]] std::span<const LongBenchTask> longBenchTasks();
/// Returns the task of a subset, such as "hotpotqa" or "hotpotqa/4-8k"; null: there is none.
[[nodiscard]] const LongBenchTask* longBenchTask(std::string_view subset);
/// Returns the words of the option `tasks`: groups, then tasks.
[[nodiscard]] std::vector<std::string> longBenchWords();
/// Returns the tasks that words joined by + name, each once, in the order of the benchmark. `extended`: of a group only
/// those of LongBench-E.
[[nodiscard]] std::vector<const LongBenchTask*> longBenchSelected(const std::string& words, bool extended);
/// Returns the bucket of LongBench-E: "0-4k", "4-8k" or "8k+".
[[nodiscard]] std::string_view longBenchBucket(double length) noexcept;

/// Returns the best score over the references, times 100.
[[nodiscard]] Score longBenchScore(const LongBenchTask& task, const Sample& sample, const std::string& answer);

}  // namespace kvw::eval
