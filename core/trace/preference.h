// SPDX-License-Identifier: Apache-2.0
/// CAKE's layer preferences from recorded attention rows, and the budgets that follow from them (POLICIES.md 5).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// What decides the budgets beside the attention: the parameters of `cake` and of the budget `cake-preference`.
struct PreferencePlan {
    std::int64_t capacity = 512;  ///< C: tokens per layer on average, those of `beside` included
    std::int64_t window = 32;     ///< w: the last prompt rows that measure the layers
    std::int64_t beside =
        32;  ///< tokens each layer keeps in any case: the window of cake, the protected ones of others
    double tau1 = 1, tau2 = 1;
    bool windowInside = false;  ///< the paper's accounting: C L tokens are shared, `beside` comes out of each share
    bool integerStep = true;    ///< of cake; else shares are truncated
    bool listingGuard = false;  ///< of cake: the guard of the paper's listing
    /// The budget of a composition (POLICIES.md C): every layer gets C where the prompt is not longer or C is not above
    /// `beside`, and else at least 1.
    bool composed = false;
};
/// That of the lane's policy where it is made of CAKE's parts, else the defaults with the lane's capacity.
[[nodiscard]] PreferencePlan preferencePlan(const LaneInfo& lane);
/// The lane's own budgets are made of preferences.
[[nodiscard]] bool hasPreference(const LaneInfo& lane);

/// A point of the plane: how dispersed the attention of a layer is in space, and how much it shifts over time.
struct LayerPreference {
    double entropy = 0, variance = 0;  ///< CAKE H and V over the last w prompt rows and the columns before them
};
struct LayerPreferences {
    std::vector<LayerPreference> layers;
    std::int64_t prompt = 0, window = 0;  ///< S, and w as far as the prompt has so many rows
};
/// From the lane's recorded prompt rows. Columns a chunk no longer held count 0. A composition measures one row, too,
/// whose V is 0; cake takes two at least. Any thread. Errors: BadUsage where the rows were not recorded or the prompt
/// has fewer than 3 tokens; Cancelled.
[[nodiscard]] Result<LayerPreferences> layerPreferences(const Recording& recording, std::int32_t lane,
                                                        std::int64_t window, const std::function<bool()>& stale = {});

/// P = H^(1/tau1) V^(1/tau2) per layer.
[[nodiscard]] std::vector<double> preferenceValues(const LayerPreferences& measured, double tau1, double tau2);

struct PreferenceBudgets {
    std::vector<std::int64_t> tokens;   ///< per layer, those of `beside` included
    std::int64_t sum = 0, nominal = 0;  ///< of all layers; C L
    bool guarded = false;  ///< the prompt fits: nothing is evicted; `tokens` are the prompt (a composition's: C)
};
/// Budgets of the first `known` layers, as a cascade knows them after that many; -1: all. The total is always that of
/// all layers.
[[nodiscard]] PreferenceBudgets preferenceBudgets(const LayerPreferences& measured, const PreferencePlan& plan,
                                                  std::int32_t known = -1);

}  // namespace kvw
