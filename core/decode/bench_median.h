// SPDX-License-Identifier: Apache-2.0
/// What the timings of a bench are summed up by.
#pragma once

#include <vector>

#include "core/metrics/speed.h"

namespace kvw {

/// By nearest rank: the lower one of an even number; 0 of none.
[[nodiscard]] inline double median(const std::vector<double>& values) {
    return metrics::percentile(values, 0.5).value_or(0);
}

}  // namespace kvw
