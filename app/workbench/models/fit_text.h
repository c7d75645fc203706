// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether a run's weights and cache fit this machine, in lines for the run dock.
#pragma once

#include <QStringList>
#include <optional>

#include "core/model/model_fit.h"

namespace kvw::wb {

struct FitFacts {
    std::int64_t weightBytes = 0, kvBytesPerToken = 0;
    std::int64_t tokens = 0;                  ///< of the whole run
    std::optional<std::int64_t> policyBytes;  ///< of its cache under the policy; none: those of the full one
    std::int64_t context = 0;                 ///< the model's own
    /// Caches of all lanes of a comparison, in place of the policy's; none: one policy.
    std::optional<std::int64_t> together = {};
    bool loaded = false;  ///< the weights are in memory: they take nothing of what is free
};
[[nodiscard]] QStringList fitLines(const FitFacts& facts, const Machine& machine);

}  // namespace kvw::wb
