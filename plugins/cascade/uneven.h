// SPDX-License-Identifier: Apache-2.0
/// Who leaves in a decode step where somebody laid hands on the cache: units then hold more or fewer tokens than the
/// sub-caches account for, each its own number.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <optional>

#include "plugins/cascade/contest.h"

namespace kvw::cascade {

struct Uneven {
    std::int64_t accounted = 0;           ///< tokens that sinks and sub-caches have room for behind the step
    std::int64_t sinks = 0, newest = 0;   ///< which never leave
    std::optional<std::int64_t> younger;  ///< of the carried token of a contest; none: the oldest token leaves
    Contest contest;
};

/// A unit that holds fewer fills up first; of one that holds more the loser of the step leaves, then the oldest. Tokens
/// that were pinned are asked for like all others: the engine keeps them, beside the sub-caches. tokens [layers, units,
/// slots] int64, mu likewise f32 -> slots [layers, units, e] int64, -1: none; undefined where nobody leaves.
[[nodiscard]] at::Tensor uneven_slots(const at::Tensor& tokens, const at::Tensor& mu, const Uneven& step);

}  // namespace kvw::cascade
