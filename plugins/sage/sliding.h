// SPDX-License-Identifier: Apache-2.0
/// Selects the tokens that SAGE-KV evicts in the steps after its selection.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>

namespace kvw::sage {

/// Parameters of the sliding window; `anchor` is the first token that was recent at the selection.
struct Slide {
    std::int64_t sinks = 0, recent = 0, anchor = 0;
};

/// Returns the slots to evict: of the tokens in a unit that are neither sinks nor among the newest `recent`, those from
/// the anchor on and those absent at the selection (`chosen` is 0: they were put back by hand). tokens [layers, units,
/// slots] int64, chosen likewise f32 -> [layers, units, e] slots, ascending, -1: none; undefined if nothing leaves.
/// Usually one per step; several after `grow`, and a different number per unit after manual edits.
[[nodiscard]] at::Tensor sliding_slots(const at::Tensor& tokens, const at::Tensor& chosen, const Slide& slide);

}  // namespace kvw::sage
