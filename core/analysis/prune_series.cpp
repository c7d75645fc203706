// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/prune_series.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace kvw {

namespace {

/// Returns whether the full cache scored the same tokens as `lane`. Where tokens are generated, it has its own after
/// the prompt.
bool scoredByFull(const Recording& recording, std::int32_t lane) {
    const RunDescription& run = recording.description();
    if (run.mode == "generate" || run.lane(lane).isFullCache()) {
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

/// Evictions of one step.
struct Evicted {
    bool byHand = false, byPolicy = false;
    bool oldestUnit = false;  ///< the policy evicted from unit 0 of layer 0
};

Evicted evictedIn(const Trace& trace, std::int32_t step) {
    Evicted evicted;
    for (std::int64_t i = trace.evictionsFrom(step); i < trace.evictions() && trace.evictionStep(i) == step; ++i) {
        const EvictionRecord record = trace.eviction(i);
        const bool hand = record.reason == "by hand";
        evicted.byHand = evicted.byHand || hand;
        evicted.byPolicy = evicted.byPolicy || !hand;
        evicted.oldestUnit = evicted.oldestUnit || (!hand && record.layer == 0 && record.head <= 0);
    }
    return evicted;
}

/// Returns the steps at which tokens were evicted by hand, according to the events.
std::set<std::int32_t> handSteps(const Trace& trace) {
    std::set<std::int32_t> steps;
    for (const TraceEvent& event : eventsOf(trace)) {
        if (event.kind == "hand" && event.text.starts_with("evict=")) {
            steps.insert(event.step);
        }
    }
    return steps;
}

/// Returns whether the policy evicts before the pass, which then encodes the rest afresh: the newest token has the last
/// position among the tokens held. If the pass saw the tokens that were evicted after it, the newest token has a higher
/// position. The first eviction while decoding decides.
bool reencodes(const Trace& trace, std::int64_t promptTokens) {
    for (const std::int32_t step : trace.pruneSteps()) {
        if (step < promptTokens) {
            continue;
        }
        if (const Evicted evicted = evictedIn(trace, step); evicted.byPolicy) {
            return evicted.oldestUnit && step < trace.steps() && !evicted.byHand &&
                   static_cast<std::int64_t>(trace.layer(step, 0, 0).held) == trace.step(step).position + 1;
        }
    }
    return false;
}

}  // namespace

std::int64_t PruneSeries::firstRecord(const metrics::PruneGroup& group) const {
    return records[static_cast<std::size_t>(std::lower_bound(events.begin(), events.end(), group.first) -
                                            events.begin())];
}

std::int64_t PruneSeries::lastRecord(const metrics::PruneGroup& group) const {
    return records[static_cast<std::size_t>(std::upper_bound(events.begin(), events.end(), group.last) -
                                            events.begin()) -
                   1];
}

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
    const bool reencoded = reencodes(trace, recording.description().promptTokens);
    const std::set<std::int32_t> hands = handSteps(trace);
    for (const std::int32_t step : trace.pruneSteps()) {
        if (step >= steps) {
            continue;
        }
        const Evicted evicted = hands.contains(step) ? evictedIn(trace, step) : Evicted{false, true};
        if (evicted.byHand || reencoded) {
            series.events.push_back(step - 1);
            series.records.push_back(step);
        }
        if (evicted.byPolicy && !reencoded) {
            series.events.push_back(step);
            series.records.push_back(step);
        }
    }
    return series;
}

}  // namespace kvw
