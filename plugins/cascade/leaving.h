// SPDX-License-Identifier: Apache-2.0
/// Selects the tokens that leave in a decode step, in all layers and heads at once.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>

#include "plugins/cascade/contest.h"

namespace kvw::cascade {

/// Returns per unit the slot of the loser between the token with `younger` younger ones and the next older token; both
/// must exist. tokens [layers, units, slots] int64, mu likewise f32 -> [layers, units, 1] int64.
[[nodiscard]] at::Tensor loser_slots(const at::Tensor& tokens, const at::Tensor& mu, std::int64_t younger,
                                     const Contest& contest);

/// Returns the slot of the oldest token that is no sink, [layers, units, 1] int64.
[[nodiscard]] at::Tensor oldest_slots(const at::Tensor& tokens, std::int64_t sinks);

}  // namespace kvw::cascade
