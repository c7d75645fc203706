// SPDX-License-Identifier: Apache-2.0
/// Measures how unequal each layer's attention to a recorded prompt is, and computes the budgets of `adap-gini` that
/// follow (POLICIES.md 6).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Parameters of the budget `adap-gini`.
struct GiniPlan {
    std::int64_t capacity = 512;   ///< C: tokens per layer on average
    std::int64_t window = 64;      ///< w: the last prompt rows that measure the layers
    std::int64_t isProtected = 0;  ///< sinks and recent tokens, which every layer keeps
    double temperature = 1;
    bool asCoded = false;  ///< direction=code: layers with uneven attention keep more
};
/// Returns the plan of the lane's policy if its budget is `adap-gini`, else the defaults with the lane's capacity.
[[nodiscard]] GiniPlan giniPlan(const LaneInfo& lane);
/// Returns true if the lane's own budgets follow from Gini coefficients.
[[nodiscard]] bool hasGiniBudgets(const LaneInfo& lane);

struct LayerGinis {
    std::vector<double> layers;           ///< G of the head mean of the last w prompt rows, flattened
    std::int64_t prompt = 0, window = 0;  ///< S, and w as far as the prompt has so many rows
};
/// Measures the lane's recorded prompt rows. Columns that a chunk no longer held count 0. Thread: any. Errors: BadUsage
/// if the rows were not recorded or the prompt has fewer than 3 tokens; Cancelled.
[[nodiscard]] Result<LayerGinis> layerGinis(const Recording& recording, std::int32_t lane, std::int64_t window,
                                            const std::function<bool()>& stale = {});

struct GiniBudgets {
    std::vector<double> asked;          ///< per layer, before limiting to [protected tokens, prompt]
    std::vector<std::int64_t> tokens;   ///< per layer
    std::int64_t sum = 0, nominal = 0;  ///< tokens of all layers; C L
    bool guarded = false;               ///< every layer gets C: prompt <= C, or C <= protected tokens
    [[nodiscard]] bool clamped(std::size_t layer) const { return asked[layer] != static_cast<double>(tokens[layer]); }
};
[[nodiscard]] GiniBudgets giniBudgets(const LayerGinis& measured, const GiniPlan& plan);

}  // namespace kvw
