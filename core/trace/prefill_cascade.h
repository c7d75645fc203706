// SPDX-License-Identifier: Apache-2.0
/// What every layer holds while the prompt goes through the layers, from evictions and prefill memory.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// After one layer of one pass was done and what the policy evicted then was gone.
struct PrefillStage {
    std::int32_t step = 0;     ///< the pass's last token
    std::int32_t layer = 0;    ///< the layer that was just done; the number of layers: the end of the pass
    std::vector<double> held;  ///< [layers] tokens, mean over stored heads; 0: not reached yet
};
/// In order. While the first pass is going on: the layers that are done (Trace::addPromptStage). A stage behind the
/// last layer only where something was evicted then. Empty where the recorded bytes do not tell which eviction belongs
/// to which stage: runs with a storage codec, bundles of older versions. Any thread.
[[nodiscard]] std::vector<PrefillStage> prefillCascade(const Recording& recording, std::int32_t lane);

}  // namespace kvw
