// SPDX-License-Identifier: Apache-2.0
/// The cut of rule B3 in CPU memory, behind select_evicted. One pass per unit, no tensor operations: a decode step cuts
/// a few hundred numbers, and a tensor operation costs more than reading them.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/workers.h"

namespace kvw::sdk {

/// Returns the token index from which on the tokens of a unit are among its newest `count`, at most `slots`; for 0 the
/// largest integer. `scratch` is working memory.
[[nodiscard]] std::int64_t newest_from(const std::int64_t* tokens, std::int64_t slots, std::int64_t count,
                                       std::vector<std::int64_t>& scratch);

/// Input of evicted_on_host beside the scores.
struct HostCut {
    const Observation& seen;
    const std::vector<std::int64_t>& leaving;  ///< tokens to evict per unit, at most those held
    std::int64_t most = 0;                     ///< largest entry of `leaving`
    Protection protection;
};

/// Returns the slots to evict, worst first. score [layers, units, slots] in CPU memory -> [layers, units, cut.most]
/// int64, -1 = none.
[[nodiscard]] at::Tensor evicted_on_host(const at::Tensor& score, const HostCut& cut);

/// Does what competing_slots does; `limit`: tokens kept per unit.
[[nodiscard]] at::Tensor competing_on_host(const Observation& seen, const std::vector<std::int64_t>& limit,
                                           const Protection& protection);

/// Returns true if in every row the slots in range are adjacent and their tokens ascend, as after a prefill of one
/// pass. Reads CPU memory only, and returns false for a device, where the answer would cost a synchronisation, which is
/// dearer than the sort.
[[nodiscard]] bool in_order(const at::Tensor& tokens, const at::Tensor& range);

}  // namespace kvw::sdk
