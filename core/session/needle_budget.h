// SPDX-License-Identifier: Apache-2.0
/// The smallest budget that saves a needle (analysis/needle.h): a bisection over one parameter of the lane's policy,
/// with a run for each value.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/needle.h"
#include "core/base/error.h"
#include "core/policy/host/catalog.h"
#include "core/session/engine.h"

namespace kvw {

/// The question. The parameter is one that counts tokens, as kvw policies lists them.
struct BudgetQuestion {
    Needle needle;
    std::int32_t copies = 1;           ///< copies that must be whole for the needle to be saved
    std::string parameter;             ///< empty: the first parameter of the policy that may be a share of the prompt
    std::optional<std::int64_t> least;  ///< none: the smallest value of the parameter
    std::optional<std::int64_t> most;   ///< none: as many tokens as are read until the needle is looked for
};

/// A value that was tried.
struct BudgetTry {
    std::int64_t value = 0;
    std::int32_t whole = -1;  ///< copies that were whole; -1: no run has this value
    Phrase refused;           ///< why not
};

struct NeedleBudget {
    std::string parameter;
    std::int64_t least = 0, most = 0;
    std::int32_t wanted = 0;        ///< copies
    std::vector<BudgetTry> tries;   ///< in the order in which they were made
    std::int64_t smallest = -1;     ///< that saved it; -1: not even the largest did
    /// Returns whether a larger value lost a needle that a smaller one saved: then the smallest is only one of those
    /// below which a value fails.
    [[nodiscard]] bool uneven() const;
};

/// Called after each try; false ends the search.
using BudgetTold = std::function<bool(const BudgetTry&)>;

/// Searches. `like`: model and text, as for a fork. Errors: the policy has no such parameter; bounds that are empty;
/// Cancelled; those of a run at the largest value.
[[nodiscard]] Result<NeedleBudget> smallestBudget(Engine& engine, const Catalog& catalog, const Recording& recording,
                                                  std::int32_t lane, const BudgetQuestion& question,
                                                  const RunSpec& like, const BudgetTold& told,
                                                  const std::stop_token& stop = {});

}  // namespace kvw
