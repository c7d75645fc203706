// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/spike.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>

#include "core/analysis/prune_series.h"
#include "core/metrics/quality.h"

namespace kvw {
namespace {

struct LastPrune {
    std::int64_t step = -1;
    Pruning pruning = Pruning::On;
};

/// Returns the change of how a lane prunes; On: there is none.
LastPrune lastPruneOf(const Trace& trace) {
    constexpr std::string_view kWord = "prune=";
    for (const TraceEvent& event : eventsOf(trace)) {
        if (event.kind == "hand" && event.text.starts_with(kWord)) {
            if (const auto how = pruningNamed(std::string_view(event.text).substr(kWord.size()))) {
                return {event.step, *how};
            }
        }
    }
    return {};
}

std::vector<double> nllOf(const Trace& trace, std::int64_t begin, std::int64_t end) {
    std::vector<double> values;
    for (std::int64_t token = begin; token < end; ++token) {
        values.push_back(trace.step(token).nll);
    }
    return values;
}

/// Sets the means over the tokens that every branch has scored.
void setMeans(std::vector<SpikeBranch>& branches, std::size_t tokens) {
    std::vector<metrics::RunningMean> means(branches.size());
    for (std::size_t i = 0; i < tokens; ++i) {
        if (std::ranges::all_of(branches, [i](const SpikeBranch& each) { return std::isfinite(each.nll[i]); })) {
            for (std::size_t branch = 0; branch < branches.size(); ++branch) {
                means[branch].add(branches[branch].nll[i]);
            }
        }
    }
    for (std::size_t branch = 0; branch < branches.size(); ++branch) {
        branches[branch].mean = means[branch].value().value_or(kMissing);
    }
}

}  // namespace

const SpikeBranch* SpikeParts::of(Pruning pruning) const {
    const auto found = std::ranges::find(branches, pruning, &SpikeBranch::pruning);
    return found == branches.end() ? nullptr : &*found;
}

double SpikeParts::cost(Pruning pruning) const {
    const SpikeBranch *branch = of(pruning), *none = of(Pruning::Off);
    return branch == nullptr || none == nullptr ? kMissing : branch->mean - none->mean;
}

double SpikeParts::interaction() const {
    return cost(Pruning::Once) - cost(Pruning::EvictOnly) - cost(Pruning::PhasesOnly);
}

std::optional<SpikeParts> spikeParts(const Recording& recording) {
    SpikeParts parts;
    parts.step = -1;
    parts.end = std::numeric_limits<std::int64_t>::max();
    for (std::int32_t lane = 0; lane < recording.lanes(); ++lane) {
        const LastPrune last = recording.hasTrace(lane) ? lastPruneOf(recording.trace(lane)) : LastPrune{};
        if (last.pruning == Pruning::On || parts.of(last.pruning) != nullptr ||
            (parts.step >= 0 && parts.step != last.step)) {
            continue;
        }
        parts.step = last.step;
        parts.end = std::min(parts.end, recording.trace(lane).steps());
        parts.branches.push_back({last.pruning, lane, {}, kMissing});
    }
    if (parts.of(Pruning::Off) == nullptr || parts.of(Pruning::Once) == nullptr) {
        return std::nullopt;
    }
    std::ranges::sort(parts.branches, std::ranges::greater(), &SpikeBranch::pruning);
    parts.begin = parts.step + 2;
    parts.end = std::max(parts.end, parts.begin);
    for (SpikeBranch& branch : parts.branches) {
        branch.nll = nllOf(recording.trace(branch.lane), parts.begin, parts.end);
    }
    setMeans(parts.branches, static_cast<std::size_t>(parts.end - parts.begin));
    return parts;
}

bool prunedAt(const Trace& trace, std::int64_t step) {
    for (std::int64_t i = trace.evictionsFrom(static_cast<std::int32_t>(step));
         i < trace.evictions() && trace.evictionStep(i) == step; ++i) {
        if (trace.eviction(i).reason != "by hand") {
            return true;
        }
    }
    return false;
}

std::optional<SpikeChoice> largestSpike(const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    const std::int64_t prompt = recording.description().promptTokens;
    const PruneSeries series = pruneSeries(recording, lane);
    std::optional<SpikeChoice> found;
    double largest = -1;
    for (const metrics::PruneGroup& group : series.groups()) {
        const std::int64_t step = series.firstRecord(group);
        if (group.spike && step >= prompt && group.spike->size > largest && prunedAt(trace, step)) {
            largest = group.spike->size;
            found = SpikeChoice{step, true};
        }
    }
    std::int64_t most = 0;
    for (std::size_t i = 0; !(found && found->judged) && i < series.records.size(); ++i) {
        const std::int64_t step = series.records[i];
        if (step >= prompt && trace.step(step).evictedNow > most && prunedAt(trace, step)) {
            most = trace.step(step).evictedNow;
            found = SpikeChoice{step, false};
        }
    }
    return found;
}

}  // namespace kvw
