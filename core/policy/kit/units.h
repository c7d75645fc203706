// SPDX-License-Identifier: Apache-2.0
/// Reads the parameter `granularity`: which heads share a keep-set.
#pragma once

#include <string>

#include "core/policy/sdk/observation.h"
#include "core/policy/sdk/parameters.h"

namespace kvw::sdk {

/// Returns the value of `granularity`: "layer", "kv-head" or "query-head"; `otherwise` if there is no such parameter.
[[nodiscard]] inline Granularity granularity_of(const Parameters& parameters,
                                                Granularity otherwise = Granularity::KvHead) {
    if (!parameters.has("granularity")) {
        return otherwise;
    }
    const std::string& word = parameters.text("granularity");
    return word == "layer" ? Granularity::Layer : word == "query-head" ? Granularity::QueryHead : Granularity::KvHead;
}

}  // namespace kvw::sdk
