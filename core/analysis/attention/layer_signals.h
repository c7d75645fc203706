// SPDX-License-Identifier: Apache-2.0
/// Numbers by which published policies share a cache among layers, and what the layers turn out to need, from recorded
/// attention rows of the full cache.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Measured on the last rows of the prompt; [layers] each.
struct LayerSignals {
    std::vector<double> gini;               ///< of the head mean, as adap-gini measures it
    std::vector<double> entropy, variance;  ///< CAKE H and V
    std::vector<double> preference;         ///< CAKE P = H V, with both temperatures at 1
    std::int64_t prompt = 0, window = 0;    ///< S, and w as far as the prompt has so many rows
};
/// Measures the lane's last `window` prompt rows. Thread: any. Errors: those of layerGinis and layerPreferences.
[[nodiscard]] Result<LayerSignals> layerSignals(const Recording& recording, std::int32_t lane, std::int64_t window,
                                                const std::function<bool()>& stale = {});

/// Returns per layer the share of the later attention to the prompt that a cache of `budget` tokens per KV head cannot
/// hold, whatever it keeps (METRICS.md section 2). Rows of the full lane behind the prompt are summed over the query
/// heads of each KV head; the cache holds the newest `recent` tokens of the prompt and the best of the others. 0: the
/// budget covers the prompt. Thread: any. Errors: BadUsage, with the sentence of whyNoHindsight; Cancelled once `stale`
/// returns true.
[[nodiscard]] Result<std::vector<double>> laterNeed(const Recording& recording, std::int64_t budget,
                                                    std::int64_t recent, const std::function<bool()>& stale = {});

}  // namespace kvw
