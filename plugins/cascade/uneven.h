// SPDX-License-Identifier: Apache-2.0
/// Selects the tokens that leave in a decode step after manual edits of the cache: units may then hold more or fewer
/// tokens than the sub-caches account for, each a different number.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <optional>

#include "plugins/cascade/contest.h"

namespace kvw::cascade {

/// Parameters of such a step.
struct Uneven {
    std::int64_t accounted = 0;           ///< tokens in sinks and sub-caches after the step
    std::int64_t sinks = 0, newest = 0;   ///< numbers of tokens that never leave
    std::optional<std::int64_t> younger;  ///< tokens younger than the carried one of a contest; none: overflow
    Contest contest;
};

/// Returns the slots to evict. A unit with too few tokens evicts none; one with too many evicts the loser of the step,
/// then its oldest tokens. Pinned tokens are selected like all others; the engine keeps them in addition. tokens
/// [layers, units, slots] int64, mu likewise f32 -> slots [layers, units, e] int64, -1: none; undefined if nothing
/// leaves.
[[nodiscard]] at::Tensor uneven_slots(const at::Tensor& tokens, const at::Tensor& mu, const Uneven& step);

}  // namespace kvw::cascade
