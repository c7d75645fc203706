// SPDX-License-Identifier: Apache-2.0
#include "core/session/recorded_selection.h"

namespace kvw {

Result<PromptSelection> heldBehindPrompt(const Recording& recording, std::int32_t lane) {
    const RunDescription& run = recording.description();
    if (lane < 0 || lane >= recording.lanes() || !recording.hasTrace(lane)) {
        return fail(Code::BadUsage, "lane", "there is no such lane", std::to_string(lane),
                    phrase("0 to %1", recording.lanes() - 1));
    }
    const Trace& trace = recording.trace(lane);
    if (trace.steps() < run.promptTokens) {
        return fail(Code::BadInput, "prompt", "it was not read to its end", phrase("%1 tokens", trace.steps()),
                    std::to_string(run.promptTokens));
    }
    PromptSelection held;
    held.policy = run.lanes[static_cast<std::size_t>(lane)].policyText;
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
