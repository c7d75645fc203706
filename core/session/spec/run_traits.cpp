// SPDX-License-Identifier: Apache-2.0
#include "core/session/spec/run_traits.h"

#include <algorithm>

namespace kvw {

RunTraits traitsOf(const RunSpec& spec, const ModelConfig& model) {
    RunTraits traits;
    traits.streamingPrefill = spec.streamingPrefill;
    traits.turnedKeys = spec.positions == Positions::CacheRank && spec.rankKeys == RankKeys::Rotated;
    traits.roundedKeys = spec.kvDtype != "f32";
    const auto window =
        std::find_if(model.windows.begin(), model.windows.end(), [](std::int64_t tokens) { return tokens > 0; });
    if (window != model.windows.end()) {
        traits.windowLayer = window - model.windows.begin();
        traits.window = *window;
    }
    return traits;
}

}  // namespace kvw
