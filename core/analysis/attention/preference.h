// SPDX-License-Identifier: Apache-2.0
/// Computes CAKE's layer preferences from recorded attention rows, and the budgets that follow (POLICIES.md 5).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/trace/recording.h"

namespace kvw {

/// Parameters of `cake` and of the budget `cake-preference`.
struct PreferencePlan {
    std::int64_t capacity = 512;  ///< C: tokens per layer on average, those of `beside` included
    std::int64_t window = 32;     ///< w: the last prompt rows that measure the layers
    std::int64_t beside = 32;     ///< tokens each layer always keeps: cake's window, else the protected ones
    double tau1 = 1, tau2 = 1;
    bool windowInside = false;  ///< accounting=paper: C L tokens are shared, `beside` is taken out of each share
    bool integerStep = true;    ///< cake; false: shares are truncated
    bool listingGuard = false;  ///< cake: the guard of the paper's listing
    /// True for the budget of a composition (POLICIES.md C): every layer gets C if the prompt is not longer or C is not
    /// above `beside`, else at least 1.
    bool composed = false;
};
/// Returns the plan of the lane's policy if it uses CAKE's preferences, else the defaults with the lane's capacity.
[[nodiscard]] PreferencePlan preferencePlan(const LaneInfo& lane);
/// Returns true if the lane's own budgets follow from preferences.
[[nodiscard]] bool hasPreference(const LaneInfo& lane);

/// Dispersion of a layer's attention over tokens (entropy) and its shift over time (variance).
struct LayerPreference {
    double entropy = 0, variance = 0;  ///< CAKE H and V over the last w prompt rows and the columns before them
};
struct LayerPreferences {
    std::vector<LayerPreference> layers;
    std::int64_t prompt = 0, window = 0;  ///< S, and w as far as the prompt has so many rows
};
/// Measures the lane's recorded prompt rows. Columns that a chunk no longer held count 0. A composition also accepts a
/// single row, with V = 0; cake needs at least two. Thread: any. Errors: BadUsage if the rows were not recorded or the
/// prompt has fewer than 3 tokens; Cancelled.
[[nodiscard]] Result<LayerPreferences> layerPreferences(const Recording& recording, std::int32_t lane,
                                                        std::int64_t window, const std::function<bool()>& stale = {});

/// Returns P = H^(1/tau1) V^(1/tau2) per layer.
[[nodiscard]] std::vector<double> preferenceValues(const LayerPreferences& measured, double tau1, double tau2);

struct PreferenceBudgets {
    std::vector<std::int64_t> tokens;   ///< per layer, those of `beside` included
    std::int64_t sum = 0, nominal = 0;  ///< tokens of all layers; C L
    bool guarded = false;               ///< the prompt fits, nothing is evicted; `tokens` are S (composition: C)
};
/// Returns the budgets of the first `known` layers, as a cascade knows them after that many; -1: all. The total shared
/// is always that of all layers.
[[nodiscard]] PreferenceBudgets preferenceBudgets(const LayerPreferences& measured, const PreferencePlan& plan,
                                                  std::int32_t known = -1);

}  // namespace kvw
