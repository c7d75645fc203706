// SPDX-License-Identifier: Apache-2.0
/// The tasks of `kvw eval`. A task is a folder beside this file, and a line in tasks.cpp.
#pragma once

#include <span>
#include <string_view>

#include "core/eval/tasks/task.h"

namespace kvw::eval {

/// Returns all tasks, in the order of `kvw eval --list`.
[[nodiscard]] std::span<const Task* const> tasks();
/// Returns the task of that name; null: there is none.
[[nodiscard]] const Task* findTask(std::string_view name);

// One per folder.
extern const Task kPerplexity, kMmlu, kLongBench, kNeedleBench, kRuler, kLoogle, kPasskey, kProbes, kTiming;

}  // namespace kvw::eval
