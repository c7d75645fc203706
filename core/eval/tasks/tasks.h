// SPDX-License-Identifier: Apache-2.0
/// The tasks of `kvw eval`. A task is a folder beside this file, and a line in tasks.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/eval/tasks/task.h"

namespace kvw::eval {

/// Returns all tasks, in the order of `kvw eval --list`.
[[nodiscard]] const std::vector<std::unique_ptr<const Task>>& tasks();
/// Returns the task of that name; null: there is none.
[[nodiscard]] const Task* findTask(std::string_view name);

// One function per folder.
[[nodiscard]] std::unique_ptr<const Task> makePerplexity();
[[nodiscard]] std::unique_ptr<const Task> makeMmlu();
[[nodiscard]] std::unique_ptr<const Task> makeLongBench();
[[nodiscard]] std::unique_ptr<const Task> makeNeedleBench();
[[nodiscard]] std::unique_ptr<const Task> makeRuler();
[[nodiscard]] std::unique_ptr<const Task> makeLoogle();
[[nodiscard]] std::unique_ptr<const Task> makePasskey();
[[nodiscard]] std::unique_ptr<const Task> makeProbes();
[[nodiscard]] std::unique_ptr<const Task> makeTiming();

}  // namespace kvw::eval
