// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/quality.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/finite.h"

namespace kvw::metrics {

std::optional<double> perplexity(const RunningMean& nll) {
    const auto mean = nll.value();
    return mean ? ifFinite(std::exp(*mean)) : std::nullopt;
}

std::optional<double> evictedMass(std::span<const float> meanRow, std::span<const std::int64_t> tokens,
                                  std::span<const std::int64_t> evicted) {
    assert(meanRow.size() == tokens.size());
    assert(std::is_sorted(evicted.begin(), evicted.end()));
    if (meanRow.empty()) {
        return std::nullopt;
    }
    double sum = 0;
    for (std::size_t j = 0; j < tokens.size(); ++j) {
        if (tokens[j] >= 0 && std::binary_search(evicted.begin(), evicted.end(), tokens[j])) {
            sum += static_cast<double>(meanRow[j]);
        }
    }
    return ifFinite(sum);
}

}  // namespace kvw::metrics
