// SPDX-License-Identifier: GPL-3.0-or-later
/// Rows of the run dock's table that say whether the weights and the cache of a run fit this machine.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/model/model_fit.h"

namespace kvw::wb {

/// Row of the table of what a run costs, in plain text.
struct CostRow {
    QString what, value;
    [[nodiscard]] bool operator==(const CostRow&) const = default;
};

struct FitFacts {
    std::int64_t weightBytes = 0, kvBytesPerToken = 0;
    std::int64_t tokens = 0;                  ///< length of the whole run
    std::optional<std::int64_t> policyBytes;  ///< cache size under the policy; none: as the full cache
    std::int64_t context = 0;                 ///< longest context of the model, in tokens
    /// Size of the caches of all lanes of a comparison, which replaces `policyBytes`; none: one policy.
    std::optional<std::int64_t> together = {};
    bool loaded = false;  ///< the weights are in memory already and need no free memory
};
[[nodiscard]] std::vector<CostRow> fitRows(const FitFacts& facts, const Machine& machine);

}  // namespace kvw::wb
