// SPDX-License-Identifier: Apache-2.0
/// Which heads share a keep-set, as the parameter `granularity` of a policy or scorer says it, and scores of stored
/// heads as scores of such units.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::sdk {

/// "layer", "kv-head" or "query-head"; `otherwise` where there is no such parameter.
[[nodiscard]] Granularity granularity_of(const Parameters& parameters, Granularity otherwise = Granularity::KvHead);

/// [layers, stored_heads, ...] -> [layers, units, ...]: what is stored per head is a unit's own, but for Layer, where
/// it is the mean over the heads.
[[nodiscard]] at::Tensor mean_of_stored(const at::Tensor& values, Granularity granularity);

}  // namespace kvw::sdk
