// SPDX-License-Identifier: Apache-2.0
#include "core/policy/sdk/observation.h"

#include <algorithm>

namespace kvw::sdk {

std::int64_t Observation::heldMost() const {
    return held.empty() ? 0 : *std::max_element(held.begin(), held.end());
}

}  // namespace kvw::sdk
