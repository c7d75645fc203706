// SPDX-License-Identifier: Apache-2.0
#include "core/policy/kit/units.h"

#include "core/policy/kit/select.h"

namespace kvw::sdk {

Granularity granularity_of(const Parameters& parameters, Granularity otherwise) {
    if (!parameters.has("granularity")) {
        return otherwise;
    }
    const std::string& word = parameters.text("granularity");
    return word == "layer" ? Granularity::Layer : word == "query-head" ? Granularity::QueryHead : Granularity::KvHead;
}

at::Tensor mean_of_stored(const at::Tensor& values, Granularity granularity) {
    if (granularity != Granularity::Layer || values.size(1) == 1) {
        return values;
    }
    return sum_in_order(values, 1).div_(static_cast<double>(values.size(1))).unsqueeze(1);
}

}  // namespace kvw::sdk
