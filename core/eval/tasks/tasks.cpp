// SPDX-License-Identifier: Apache-2.0
#include "core/eval/tasks/tasks.h"

namespace kvw::eval {

const std::vector<std::unique_ptr<const Task>>& tasks() {
    static const std::vector<std::unique_ptr<const Task>> all = [] {
        std::vector<std::unique_ptr<const Task>> made;
        for (const auto make : {&makePerplexity, &makeMmlu, &makeLongBench, &makeNeedleBench, &makeRuler, &makeLoogle,
                                &makePasskey, &makeProbes, &makeTiming}) {
            made.push_back(make());
        }
        return made;
    }();
    return all;
}

const Task* findTask(std::string_view name) {
    for (const std::unique_ptr<const Task>& task : tasks()) {
        if (task->info().name == name) {
            return task.get();
        }
    }
    return nullptr;
}

}  // namespace kvw::eval
