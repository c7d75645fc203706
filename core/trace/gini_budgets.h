// SPDX-License-Identifier: Apache-2.0
/// How unequal each layer's attention to a recorded prompt is, and the budgets of `adap-gini` that follow from it
/// (POLICIES.md 6).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// What decides the budgets beside the attention: the parameters of the budget `adap-gini`.
struct GiniPlan {
    std::int64_t capacity = 512;   ///< C: tokens per layer on average
    std::int64_t window = 64;      ///< w: the last prompt rows that measure the layers
    std::int64_t isProtected = 0;  ///< sinks and recent tokens, which every layer keeps
    double temperature = 1;
    bool asCoded = false;  ///< the direction of the thesis' code: uneven layers gain
};
/// That of the lane's policy where `adap-gini` shares its budget, else the defaults with the lane's capacity.
[[nodiscard]] GiniPlan giniPlan(const LaneInfo& lane);
/// The lane's own budgets are made of Gini coefficients.
[[nodiscard]] bool hasGiniBudgets(const LaneInfo& lane);

struct LayerGinis {
    std::vector<double> layers;           ///< G of the head mean of the last w prompt rows, flattened
    std::int64_t prompt = 0, window = 0;  ///< S, and w as far as the prompt has so many rows
};
/// From the lane's recorded prompt rows. Columns a chunk no longer held count 0. Any thread. Errors: BadUsage where the
/// rows were not recorded or the prompt has fewer than 3 tokens; Cancelled.
[[nodiscard]] Result<LayerGinis> layerGinis(const Recording& recording, std::int32_t lane, std::int64_t window,
                                            const std::function<bool()>& stale = {});

struct GiniBudgets {
    std::vector<double> asked;          ///< per layer, before it is limited to what is protected and to the prompt
    std::vector<std::int64_t> tokens;   ///< per layer
    std::int64_t sum = 0, nominal = 0;  ///< of all layers; C L
    bool guarded = false;               ///< the prompt fits, or the protected tokens fill the capacity: all get C
    [[nodiscard]] bool clamped(std::size_t layer) const { return asked[layer] != static_cast<double>(tokens[layer]); }
};
[[nodiscard]] GiniBudgets giniBudgets(const LayerGinis& measured, const GiniPlan& plan);

}  // namespace kvw
