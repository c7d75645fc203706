// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/units.h"

namespace kvw::sdk {

Granularity granularity_of(const Parameters& parameters, Granularity otherwise) {
    if (!parameters.has("granularity")) {
        return otherwise;
    }
    const std::string& word = parameters.text("granularity");
    return word == "layer" ? Granularity::Layer : word == "query-head" ? Granularity::QueryHead : Granularity::KvHead;
}

}  // namespace kvw::sdk
