// SPDX-License-Identifier: Apache-2.0
/// Reconstructs the tokens that every layer holds while the prompt goes through the layers, from evictions and prefill
/// memory.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/recording.h"

namespace kvw {

/// State after one layer of a pass, when the evictions that followed it are done.
struct PrefillStage {
    std::int32_t step = 0;     ///< the pass's last token
    std::int32_t layer = 0;    ///< the layer just done; the number of layers: the end of the pass
    std::vector<double> held;  ///< [layers] tokens, mean over stored heads; 0: not reached yet
};
/// Returns the stages in order. During the first pass: the layers done so far (Trace::addPrefillStage). A stage after
/// the last layer exists only if something was evicted then. Empty if the recorded bytes do not tell which eviction
/// belongs to which stage: runs with a storage codec, bundles of older versions. Thread: any.
[[nodiscard]] std::vector<PrefillStage> prefillCascade(const Recording& recording, std::int32_t lane);

}  // namespace kvw
