// SPDX-License-Identifier: Apache-2.0
/// Of a run that generates only the prompt is known text: what follows it is the model's.
#pragma once

#include <algorithm>

#include "core/trace/recording.h"

namespace kvw {

/// Takes the rest of the document, and the probes that reach into it, out of the description of a run that generates.
/// Bundles of older versions have them.
inline void keepPromptOnly(RunDescription& run) {
    const std::int64_t prompt = run.promptTokens;
    if (run.mode != "generate" || static_cast<std::int64_t>(run.tokenIds.size()) <= prompt) {
        return;
    }
    run.tokenIds.resize(static_cast<std::size_t>(prompt));
    run.tokenTexts.resize(static_cast<std::size_t>(prompt));
    std::erase_if(run.probes, [prompt](const ProbeInfo& probe) {
        return std::max({probe.factEnd, probe.questionEnd, probe.answerEnd}) > prompt;
    });
}

}  // namespace kvw
