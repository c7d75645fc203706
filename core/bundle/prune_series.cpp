// SPDX-License-Identifier: Apache-2.0
#include "core/bundle/prune_series.h"

#include <cmath>

namespace kvw {

namespace {

/// The full cache scored the tokens that `lane` did. Where tokens are generated, it writes its own behind the prompt.
bool scoredByFull(const Recording& recording, std::int32_t lane) {
    const RunDescription& run = recording.description();
    if (run.mode == "generate" || run.lanes[static_cast<std::size_t>(lane)].policyId == "full") {
        return false;
    }
    const Trace& trace = recording.trace(lane);
    bool scored = false;
    for (std::int64_t i = 0; i < trace.steps(); ++i) {
        const StepRecord& step = trace.step(i);
        if (std::isfinite(step.nll)) {
            if (!std::isfinite(step.nllFull)) {
                return false;
            }
            scored = true;
        }
    }
    return scored;
}

}  // namespace

PruneSeries pruneSeries(const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    const std::int64_t steps = trace.steps();
    PruneSeries series;
    series.difference = scoredByFull(recording, lane);
    series.values.reserve(static_cast<std::size_t>(steps));
    for (std::int64_t i = 0; i < steps; ++i) {
        const StepRecord& step = trace.step(i);
        const double value = series.difference ? step.nll - step.nllFull : step.nll;
        if (series.values.empty() && !std::isfinite(value)) {
            series.firstToken = i + 1;  // the first token of a text is not scored
        } else {
            series.values.push_back(value);
        }
    }
    for (const std::int32_t step : trace.pruneSteps()) {
        if (step < steps) {
            series.events.push_back(step);
        }
    }
    return series;
}

}  // namespace kvw
