// SPDX-License-Identifier: Apache-2.0
#include "core/session/what_if.h"

#include <algorithm>
#include <iterator>

#include "core/session/spec/run_changes.h"

namespace kvw {

namespace {

const std::vector<std::int32_t>& keptBy(const PromptSelection& of, std::int32_t layer, std::int32_t unit,
                                        std::int32_t units) {
    return of.kept[static_cast<std::size_t>(layer * of.units + unit * of.units / units)];
}

double jaccard(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
    std::vector<std::int32_t> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    const std::size_t any = a.size() + b.size() - both.size();
    return any == 0 ? 1 : static_cast<double>(both.size()) / static_cast<double>(any);
}

}  // namespace

double PromptSelection::heldOf(std::int32_t layer) const {
    double held = 0;
    for (std::int32_t unit = 0; unit < units; ++unit) {
        held += static_cast<double>(kept[static_cast<std::size_t>(layer * units + unit)].size());
    }
    return held / std::max(units, 1);
}

std::vector<double> overlapOf(const PromptSelection& a, const PromptSelection& b) {
    std::vector<double> overlap;
    const std::int32_t units = std::max(a.units, b.units);
    for (std::int32_t layer = 0; layer < std::min(a.layers, b.layers); ++layer) {
        double sum = 0;
        for (std::int32_t unit = 0; unit < units; ++unit) {
            sum += jaccard(keptBy(a, layer, unit, units), keptBy(b, layer, unit, units));
        }
        overlap.push_back(sum / units);
    }
    return overlap;
}

PromptSelection keptOfFirst(PromptSelection selection, std::int64_t tokens) {
    selection.promptTokens = std::min(selection.promptTokens, tokens);
    for (std::vector<std::int32_t>& kept : selection.kept) {
        kept.erase(std::lower_bound(kept.begin(), kept.end(), tokens), kept.end());
    }
    return selection;
}

RunSpec questionInside(const RunDescription& run, std::int32_t lane) {
    constexpr std::int64_t kMostBytes = std::int64_t{4} << 30U;
    RunSpec spec = specOf(withSettings(run, settingsOf(run, lane)));
    spec.ids->resize(static_cast<std::size_t>(std::min(run.generatesFrom(), std::ssize(*spec.ids))));
    spec.policies = {"full"};
    spec.device = "cpu";  // observations are kept there, and nothing is decoded
    spec.promptTokens = spec.questionTokens = -1;
    spec.steps = 0;
    spec.capture = Capture::None;
    spec.observationBytes = kMostBytes;
    return spec;
}

Result<PromptSelection> heldBehindPrompt(const Recording& recording, std::int32_t lane) {
    const RunDescription& run = recording.description();
    if (!recording.hasTrace(lane)) {
        return fail(Code::BadUsage, "lane", "there is no such lane", std::to_string(lane),
                    phrase("0 to %1", recording.lanes() - 1));
    }
    const Trace& trace = recording.trace(lane);
    if (trace.steps() < run.promptTokens) {
        return fail(Code::BadInput, "prompt", "it was not read to its end", phrase("%1 tokens", trace.steps()),
                    std::to_string(run.promptTokens));
    }
    PromptSelection held;
    held.policy = run.lane(lane).policyText;
    held.promptTokens = run.promptTokens;
    held.layers = trace.shape().layers;
    held.units = trace.shape().units;
    for (std::int32_t layer = 0; layer < held.layers; ++layer) {
        for (std::int32_t unit = 0; unit < held.units; ++unit) {
            const auto dropped = trace.evictedAt(run.promptTokens - 1, layer, unit);
            std::vector<std::int32_t>& kept = held.kept.emplace_back();
            for (std::int32_t token = 0; token < run.promptTokens; ++token) {
                if (dropped[static_cast<std::size_t>(token)] < 0) {
                    kept.push_back(token);
                }
            }
        }
    }
    return held;
}

}  // namespace kvw
