// SPDX-License-Identifier: Apache-2.0
/// The rotation tables of a model for a run of some length.
#pragma once

#include <memory>

#include "core/base/error.h"
#include "core/model/config.h"
#include "core/model/families/decoder/rope_tables.h"

namespace kvw {

/// Returns true if runs of `a` and of `b` tokens rotate alike. Only longrope has two sets of frequencies.
[[nodiscard]] bool sameRope(const RopeConfig& rope, std::int64_t a, std::int64_t b) noexcept;

/// Returns the tables for a run that ends after `tokens` tokens; one set of frequencies serves all of it.
[[nodiscard]] std::shared_ptr<RopeTables> ropeTables(const ModelConfig& config, std::int64_t tokens = 0);

/// Refuses runs whose frequencies would have to follow the length of the text (dynamic NTK scaling): with cache-rank
/// positions always, with original ones beyond the original context.
[[nodiscard]] Result<void> checkRope(const RopeConfig& rope, std::int64_t tokens, bool cacheRank);

}  // namespace kvw
