// SPDX-License-Identifier: Apache-2.0
/// Reads the parameter `granularity`: which heads share a keep-set.
#pragma once

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::sdk {

/// Returns the value of `granularity`: "layer", "kv-head" or "query-head"; `otherwise` if there is no such parameter.
[[nodiscard]] Granularity granularity_of(const Parameters& parameters, Granularity otherwise = Granularity::KvHead);

}  // namespace kvw::sdk
