// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/speed.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kvw::metrics {

namespace {
constexpr double kMsPerSecond = 1000;
}

std::optional<double> tpotMs(double firstSeconds, double lastSeconds, std::int64_t tokens) {
    if (tokens < 2) {
        return std::nullopt;
    }
    return (lastSeconds - firstSeconds) * kMsPerSecond / static_cast<double>(tokens - 1);
}

std::optional<double> percentile(std::span<const double> values, double q) {
    if (values.empty() || !(q >= 0 && q <= 1)) {
        return std::nullopt;
    }
    // q is a decimal fraction: 0.55 * 100 is a little above 55, and must not become rank 56.
    constexpr double kRounding = 1e-9;
    const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(values.size()) - kRounding));
    std::vector<double> sorted(values.begin(), values.end());
    const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(sorted.begin(), nth, sorted.end());
    return *nth;
}

}  // namespace kvw::metrics
