// SPDX-License-Identifier: Apache-2.0
/// Short runs over the embedded model with changes in the middle, and what two of them have in common.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/trace.h"
#include "tests/support/embedded.h"
#include "tests/support/engine_runs.h"

namespace kvw::test {

inline constexpr std::int64_t kPrompt = 60, kTokens = 140, kFork = 100;

/// `changes` are of the last lane, each "what@step".
inline RunSpec of(const std::vector<std::string>& policies, const std::vector<std::string>& changes = {}) {
    RunSpec spec;
    spec.ids = embeddedIds("story", kTokens);
    spec.promptTokens = kPrompt;
    spec.policies = policies;
    spec.capture = Capture::Maps;
    for (const std::string& text : changes) {
        spec.policies.back() += "/" + text;
    }
    return spec;
}

inline std::vector<std::int32_t> heldAt(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t unit) {
    std::vector<std::int32_t> held;
    const auto dropped = trace.evictedAt(step, layer, unit);
    for (std::size_t token = 0; token < dropped.size(); ++token) {
        if (dropped[token] < 0) {
            held.push_back(static_cast<std::int32_t>(token));
        }
    }
    return held;
}

/// The first token whose record or keep-set differs, times excepted; -1: none of those below `end`.
inline std::int64_t firstOther(const Trace& a, const Trace& b, std::int64_t end) {
    for (std::int64_t step = 0; step < end; ++step) {
        const StepRecord &x = a.step(step), &y = b.step(step);
        const bool nll = x.nll == y.nll || (std::isnan(x.nll) && std::isnan(y.nll));
        if (!nll || x.tokenId != y.tokenId || x.heldTotal != y.heldTotal || x.bytesLive != y.bytesLive ||
            x.entropyNext != y.entropyNext) {
            return step;
        }
        for (std::int32_t layer = 0; layer < a.shape().layers; ++layer) {
            if (heldAt(a, step, layer, -1) != heldAt(b, step, layer, -1) ||
                a.layer(step, layer).held != b.layer(step, layer).held) {
                return step;
            }
        }
    }
    return -1;
}

}  // namespace kvw::test
