// SPDX-License-Identifier: Apache-2.0
/// Which tokens leave behind the selection.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>

#include "core/policy/sdk/select.h"

namespace kvw::sage {

/// `anchor`: the first token that was recent at the selection.
struct Slide {
    std::int64_t sinks = 0, recent = 0, anchor = 0;
};

/// Of the tokens older than the newest `recent` that a unit holds, the sinks not among them: those from the anchor on,
/// and those that were not there at the selection (`chosen` is 0: they were put back by hand). tokens [layers, units,
/// slots] int64, chosen likewise f32 -> [layers, units, e] slots, ascending, -1: none; undefined where nobody leaves.
/// One a step, as a rule; several after growing, and each unit its own number after hands on the cache.
[[nodiscard]] at::Tensor sliding_slots(const at::Tensor& tokens, const at::Tensor& chosen, const Slide& slide,
                                       sdk::Where where = sdk::Where::Anywhere);

}  // namespace kvw::sage
