// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/compared_steps.h"

#include <algorithm>
#include <vector>

namespace kvw {
namespace {

/// Returns the steps of the shortest lane that has any; 0: there is none.
std::int64_t shortest(const Recording& recording, bool withFailed) {
    std::int64_t fewest = 0;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const std::int64_t steps = recording.stepsOf(lane);
        if (steps > 0 && (withFailed || !failedAlone(recording, lane))) {
            fewest = fewest == 0 ? steps : std::min(fewest, steps);
        }
    }
    return fewest;
}

}  // namespace

bool failedAlone(const Recording& recording, std::int32_t lane) {
    if (!recording.hasTrace(lane)) {
        return false;
    }
    const Trace& trace = recording.trace(lane);
    return trace.events() > 0 && trace.event(trace.events() - 1).kind == kProblemEvent;
}

std::int64_t comparedSteps(const Recording& recording) {
    const std::int64_t steps = shortest(recording, false);
    return steps > 0 ? steps : shortest(recording, true);
}

std::shared_ptr<Recording> cutTo(const Recording& recording, std::int64_t steps) {
    bool longer = false;
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        longer = longer || recording.stepsOf(lane) > steps;
    }
    const auto lanes = static_cast<std::size_t>(recording.lanes());
    return longer ? recording.fork(std::vector<std::int64_t>(lanes, steps)) : nullptr;
}

}  // namespace kvw
