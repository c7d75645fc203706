// SPDX-License-Identifier: Apache-2.0
/// The median that sums up the timings of a bench.
#pragma once

#include <vector>

#include "core/metrics/speed.h"

namespace kvw {

/// Returns the median by nearest rank: for an even number of values the lower middle one; 0 for none.
[[nodiscard]] inline double median(const std::vector<double>& values) {
    return metrics::percentile(values, 0.5).value_or(0);
}

}  // namespace kvw
