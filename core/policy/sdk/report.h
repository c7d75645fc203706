// SPDX-License-Identifier: Apache-2.0
/// Report of a plugin about itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kvw::sdk {

/// Numbers and sentences of a plugin about itself. The host asks a policy for it after every call that returns edits,
/// before they are applied, and after `set`; a reader or codec is asked together with its policy.
struct Report {
    /// Tokens the policy allots: one per layer, or per layer and unit ([layer * units + unit]); empty: no budget.
    std::vector<std::int64_t> budgets;
    bool budgetsPerUnit = false;
    /// Tokens that every unit holds beside its budget, for policies whose published budgets leave them out (CAKE's
    /// window). Tokens held are checked against, and traced with, budget + this.
    std::int64_t extraTokensPerUnit = 0;
    std::vector<double> preference;  ///< CAKE's P per layer, else empty
    std::vector<double> gini;        ///< Adap-KV's G per layer, else empty
    /// Inert knobs, clamps, fall-backs: one sentence each, the same text every time (repeats are counted).
    std::vector<std::string> warnings;
    /// Derived quantities worth showing ("prunes to T* = 508 every 4 tokens"), one line each; may change with live
    /// tuning.
    std::vector<std::string> notes;
};

}  // namespace kvw::sdk
