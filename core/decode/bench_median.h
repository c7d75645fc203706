// SPDX-License-Identifier: Apache-2.0
/// What the timings of a bench are summed up by.
#pragma once

#include <algorithm>
#include <vector>

namespace kvw {

/// The upper one of an even number; 0 of none.
[[nodiscard]] inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace kvw
