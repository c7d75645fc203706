// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/tasks.h"

#include <algorithm>

namespace kvw::eval {

std::span<const Task* const> tasks() {
    static constexpr const Task* kAll[] = {&kPerplexity, &kMmlu,    &kLongBench, &kNeedleBench, &kRuler,
                                           &kLoogle,     &kPasskey, &kProbes,    &kTiming};
    return kAll;
}

const Task* findTask(std::string_view name) {
    const auto all = tasks();
    const auto found = std::ranges::find(all, name, [](const Task* task) { return task->info().name; });
    return found == all.end() ? nullptr : *found;
}

}  // namespace kvw::eval
