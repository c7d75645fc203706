// SPDX-License-Identifier: Apache-2.0
/// How CAKE's layers share the cache (POLICIES.md, 5.3 and 5.4). A prefix entry is a token that a layer keeps beside
/// its window. Plain numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kvw::cake {

struct BudgetPlan {
    std::int64_t capacity = 1024;  ///< C: average per layer, window included
    std::int64_t window = 32;      ///< w
    std::string allocation = "cake";
    bool integerStep = true;    ///< the code's; else real shares are truncated, and clipped to what there is
    bool listingGuard = false;  ///< the guard of the paper's listing
    bool windowInside =
        false;  ///< the paper's accounting: C L tokens are shared and the window comes out of each share
    std::int64_t promptTokens = 0;  ///< S
    std::int64_t layers = 0;        ///< L

    /// Layers share by something that is measured of them.
    [[nodiscard]] bool byPreference() const { return allocation != "uniform" && allocation != "pyramid"; }
    /// Nothing is evicted at prefill: S <= C + w (code), S <= C (paper), S <= C - w (listing), or the prompt is all
    /// window.
    [[nodiscard]] bool guarded() const;
    /// Prefix entries per layer on average.
    [[nodiscard]] std::int64_t base() const;
    /// The pyramid cannot be drawn and all layers get the same.
    [[nodiscard]] bool pyramidIsUniform() const;
    /// Of every layer, where no preference decides them; else none. Not for a guarded plan.
    [[nodiscard]] std::vector<std::int64_t> certain() const;
    /// Prefix entries of the first layers, one per known preference. Not for a guarded plan.
    [[nodiscard]] std::vector<std::int64_t> budgets(const std::vector<double>& preference) const;
};

/// The preferences decide: their sum is more than 0 and finite. Else every layer gets the same share, and a warning.
[[nodiscard]] bool decisive(const std::vector<double>& preference);
inline constexpr const char* kIndecisive =
    "the preferences of the layers add up to 0 or are not numbers: every layer gets the same share";

}  // namespace kvw::cake
