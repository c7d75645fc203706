// SPDX-License-Identifier: Apache-2.0
#include "plugins/adap-kv/shares.h"

#include <cmath>

namespace kvw::adap {

double kept_as_written(double share, double removed, std::int64_t seen) {
    return std::nearbyint(share * (1.0 - removed) * static_cast<double>(seen));
}

double kept_as_coded(double share, double removed, std::int64_t prompt) {
    return std::trunc(static_cast<double>(prompt) * (1.0 - removed * share));
}

}  // namespace kvw::adap
