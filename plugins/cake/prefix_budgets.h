// SPDX-License-Identifier: Apache-2.0
/// Budgets of CAKE's layers (POLICIES.md, 5.3 and 5.4). A prefix entry is a token that a layer keeps in addition to its
/// window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kvw::cake {

struct BudgetPlan {
    std::int64_t capacity = 1024;  ///< C: average per layer, window included
    std::int64_t window = 32;      ///< w
    std::string allocation = "cake";
    bool integerStep = true;    ///< integer step of the code; else real shares are only truncated and clipped
    bool listingGuard = false;  ///< guard of the paper's listing
    bool windowInside =
        false;  ///< accounting of the paper: C L tokens are shared and the window comes out of each share
    std::int64_t promptTokens = 0;  ///< S
    std::int64_t layers = 0;        ///< L

    /// Tells whether the measured preferences of the layers set their shares.
    [[nodiscard]] bool byPreference() const { return allocation != "uniform" && allocation != "pyramid"; }
    /// 5.3, guard: tells whether nothing is evicted at prefill, S <= C + w (code), S <= C (paper), S <= C - w
    /// (listing), or S <= w.
    [[nodiscard]] bool guarded() const;
    /// Returns the average number of prefix entries per layer.
    [[nodiscard]] std::int64_t base() const;
    /// Tells whether the pyramid has no room, so that all layers get the same.
    [[nodiscard]] bool pyramidIsUniform() const;
    /// Returns the budgets of all layers if they do not depend on preferences, else nothing. Not for a guarded plan.
    [[nodiscard]] std::vector<std::int64_t> certain() const;
    /// 5.3: returns the prefix entries of the first layers, one per known preference: P_l / sum P of the total, made
    /// whole. Not for a guarded plan.
    [[nodiscard]] std::vector<std::int64_t> budgets(const std::vector<double>& preference) const;
};

/// Tells whether the sum of the preferences is finite and above 0; else every layer gets the same share, and there is a
/// warning.
[[nodiscard]] bool decisive(const std::vector<double>& preference);

}  // namespace kvw::cake
