// SPDX-License-Identifier: Apache-2.0
/// Plan of a policy: what it would hold in a run, with its warnings and notes, before a token is read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/finding.h"

namespace kvw {

/// Facts that a policy is told when a run begins.
struct PlanRequest {
    std::string policy;  ///< as on the command line
    std::int64_t layers = 0, queryHeads = 0, kvHeads = 0, headDim = 0;
    std::int64_t promptTokens = 0;
    bool streamingPrefill = false, cacheRank = false;
    std::vector<float> inverseFrequency = {};  ///< of the model's RoPE, for a run of this length; empty: not known
    std::int64_t context = 0;                  ///< the model's context window, in tokens; 0: not known

    [[nodiscard]] bool operator==(const PlanRequest&) const = default;
};

struct PolicyPlan {
    /// Tokens per head, by layer, including those beside the budget; empty: everything stays, heads of a layer have
    /// budgets of their own, or the budgets follow from the prompt.
    std::vector<std::int64_t> budgets;
    std::vector<Finding> warnings, notes;
};

/// Returns "96 88 80 72", or "2 x 403, 4 x 64" if neighbours are equal; at most `most` numbers, the last among them.
[[nodiscard]] std::string budgetsText(const std::vector<std::int64_t>& budgets, std::size_t most = 12);

}  // namespace kvw
