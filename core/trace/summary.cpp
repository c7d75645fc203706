// SPDX-License-Identifier: Apache-2.0
/// Computes the summary of a recording and the results of its probes.
#include <algorithm>
#include <optional>

#include "core/base/finite.h"
#include "core/base/json/json_value.h"
#include "core/metrics/memory.h"
#include "core/metrics/quality.h"
#include "core/trace/recording.h"
#include "core/trace/token_times.h"

namespace kvw {
namespace {

using nlohmann::ordered_json;

/// Returns the mean of a field over tokens [begin, end); NaN unless all of them are recorded and defined.
double meanOverAll(const Trace& trace, std::int64_t begin, std::int64_t end, double StepRecord::*field) {
    if (begin < 0 || begin >= end || end > trace.steps()) {
        return kMissing;
    }
    double sum = 0;
    for (std::int64_t i = begin; i < end; ++i) {
        sum += trace.step(i).*field;
    }
    return sum / static_cast<double>(end - begin);
}

double shareHeld(const Trace& trace, const ProbeInfo& probe) {
    const std::int64_t step = probe.answerBegin - 1;
    if (step < 0 || step >= trace.steps() || probe.factBegin < 0 || probe.factBegin >= probe.factEnd ||
        probe.factEnd > step + 1) {
        return kMissing;
    }
    std::int64_t held = 0;
    std::int64_t total = 0;
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        for (std::int32_t unit = 0; unit < trace.shape().units; ++unit) {
            const std::vector<std::int32_t> evicted = trace.evictedAt(step, layer, unit);
            held += std::count(evicted.begin() + probe.factBegin, evicted.begin() + probe.factEnd, -1);
            total += probe.factEnd - probe.factBegin;
        }
    }
    return total == 0 ? kMissing : static_cast<double>(held) / static_cast<double>(total);
}

}  // namespace

std::vector<ProbeResult> probeResults(const Recording& recording, std::int32_t lane) {
    const Trace& trace = recording.trace(lane);
    std::vector<ProbeResult> results;
    for (const ProbeInfo& probe : recording.description().probes) {
        results.push_back(
            {probe.name, probe.answer, meanOverAll(trace, probe.answerBegin, probe.answerEnd, &StepRecord::nll),
             meanOverAll(trace, probe.answerBegin, probe.answerEnd, &StepRecord::nllFull), shareHeld(trace, probe)});
    }
    return results;
}

ordered_json summarize(const Recording& recording, std::int32_t lane) {
    const RunDescription& run = recording.description();
    const Trace& trace = recording.trace(lane);
    const std::int64_t steps = trace.steps();
    metrics::RunningMean nll;
    metrics::RunningMean delta;
    metrics::RunningMean kl;
    metrics::RunningMean read;
    std::int64_t evictions = 0;
    TokenTimes times;
    std::int64_t peakLive = 0;
    std::int64_t peakAllocated = 0;
    for (std::int64_t i = 0; i < steps; ++i) {
        const StepRecord& step = trace.step(i);
        if (i >= run.generatesFrom()) {
            times.add(step);
        }
        evictions += step.evictedNow;
        peakLive = std::max(peakLive, step.bytesLive);
        peakAllocated = std::max(peakAllocated, step.bytesAllocated);
        if (step.bytesRead >= 0) {
            read.add(static_cast<double>(step.bytesRead));
        }
        if (i == 0 || i < run.promptTokens) {
            continue;
        }
        nll.add(ifFinite(step.nll));
        delta.add(ifFinite(step.nll - step.nllFull));
        kl.add(ifFinite(step.kl));
    }
    std::int64_t peakPrefill = 0;
    for (std::int64_t i = 0; i < trace.passMemories(); ++i) {
        peakPrefill = std::max(peakPrefill, trace.passMemory(i).bytesPeak);
    }
    peakAllocated = std::max(peakAllocated, peakPrefill);
    metrics::RunningMean answers;
    for (const ProbeResult& probe : probeResults(recording, lane)) {
        answers.add(ifFinite(probe.nll));
    }
    const std::optional<double> tpot = times.tpotMs();
    const bool any = steps > 0;
    ordered_json summary;
    summary["tokens"] = steps;
    summary["scored_tokens"] = nll.count();
    summary["mean_nll"] = orNull(nll.value());
    summary["perplexity"] = orNull(metrics::perplexity(nll));
    summary["delta_nll"] = orNull(run.beginsWithFull() ? delta.value() : std::nullopt);
    summary["mean_kl"] = orNull(kl.value());
    summary["evictions"] = evictions;
    summary["prune_events"] = std::ssize(trace.pruneSteps());
    summary["held"] = any ? ordered_json(trace.step(steps - 1).heldTotal) : ordered_json(nullptr);
    summary["compression"] = orNull(
        any ? metrics::compression(trace.step(steps - 1).bytesFull, trace.step(steps - 1).bytesLive) : std::nullopt);
    summary["peak_bytes_live"] = any ? ordered_json(peakLive) : ordered_json(nullptr);
    summary["peak_bytes_allocated"] = any ? ordered_json(peakAllocated) : ordered_json(nullptr);
    summary["peak_kv_bytes_prefill"] = trace.passMemories() > 0 ? ordered_json(peakPrefill) : ordered_json(nullptr);
    summary["bytes_read_per_step"] = orNull(read.value());
    summary["ttft_ms"] = orNull(ifFinite(recording.ttft(lane)));
    summary["tpot_ms"] = orNull(tpot);
    summary["tokens_per_s"] = orNull(tpot && *tpot > 0 ? std::optional(1000 / *tpot) : std::nullopt);
    summary["answers_nll"] = orNull(answers.value());
    return summary;
}

}  // namespace kvw
