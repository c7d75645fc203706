// SPDX-License-Identifier: Apache-2.0
/// Report of a plugin about itself.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/finding.h"

namespace kvw::sdk {

using kvw::counted;
using kvw::Finding;
using kvw::finding;

/// Numbers and findings of a plugin about itself. The host asks a policy for it after every call that returns edits,
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
    /// Inert knobs, clamps, fall-backs: one finding each, the same every time (repeats are counted). A sentence is a
    /// finding, too: `warnings.push_back("the window is longer than the prompt")`. Those of the table
    /// (core/base/finding_forms.h) appear in the language of the window.
    std::vector<Finding> warnings;
    /// Derived quantities worth showing ("prunes to T* = 508 every 4 tokens"), one line each; may change with live
    /// tuning.
    std::vector<Finding> notes;
};

}  // namespace kvw::sdk
