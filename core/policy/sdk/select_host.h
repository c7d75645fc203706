// SPDX-License-Identifier: Apache-2.0
/// The cut of rule B3 in CPU memory: what select_evicted does there. One pass per unit, no tensor operations: a decode
/// step cuts a few hundred numbers, and a tensor operation costs more than reading them.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/workers.h"

namespace kvw::sdk {

struct HostCut {
    const std::vector<std::int64_t>& held;
    const std::vector<std::int64_t>& leaving;  ///< per unit, at most what is held
    std::int64_t most = 0;                     ///< the largest of them
    std::int64_t slots = 0;
    Protection protection;
    Workers* workers = nullptr;
};

/// score, tokens [layers, units, slots] in CPU memory -> [layers, units, cut.most] int64, -1 = none; worst first.
[[nodiscard]] at::Tensor evicted_on_host(const at::Tensor& score, const at::Tensor& tokens, const HostCut& cut);

/// As competing_slots; one limit of kept tokens per unit.
[[nodiscard]] at::Tensor competing_on_host(const at::Tensor& tokens, const std::vector<std::int64_t>& held,
                                           const std::vector<std::int64_t>& limit, const Protection& protection,
                                           Workers* workers);

/// True if in every row the slots in range are neighbours and their tokens ascend, as after a prefill of one pass.
/// Reads CPU memory only: on a device the answer would cost a synchronisation, which is dearer than the sort.
[[nodiscard]] bool in_order(const at::Tensor& tokens, const at::Tensor& range);

}  // namespace kvw::sdk
