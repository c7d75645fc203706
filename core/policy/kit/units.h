// SPDX-License-Identifier: Apache-2.0
/// Reads the parameter `granularity` (which heads share a keep-set), and turns scores of stored heads into scores of
/// such units.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::sdk {

/// Returns the value of `granularity`: "layer", "kv-head" or "query-head"; `otherwise` if there is no such parameter.
[[nodiscard]] Granularity granularity_of(const Parameters& parameters, Granularity otherwise = Granularity::KvHead);

/// Turns [layers, stored_heads, ...] into [layers, units, ...]: the mean over the heads for Layer, unchanged otherwise.
[[nodiscard]] at::Tensor mean_of_stored(const at::Tensor& values, Granularity granularity);

}  // namespace kvw::sdk
