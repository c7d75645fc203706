// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/age_profile.h"

#include <algorithm>

namespace kvw::metrics {

void AgeProfile::add(std::span<const float> row, std::span<const std::int32_t> tokens, std::int64_t t) {
    const auto bins = static_cast<std::int64_t>(m_sums.size());
    if (t + 1 < bins) {
        return;
    }
    for (std::size_t i = 0; i < std::min(row.size(), tokens.size()); ++i) {
        const std::int64_t token = tokens[i];
        if (token >= 0 && token <= t) {
            m_sums[static_cast<std::size_t>(token * bins / (t + 1))] += static_cast<double>(row[i]);
        }
    }
    ++m_rows;
}

std::vector<double> AgeProfile::mean() const {
    std::vector<double> mean;
    for (const double sum : m_sums) {
        if (m_rows > 0) {
            mean.push_back(sum / static_cast<double>(m_rows));
        }
    }
    return mean;
}

}  // namespace kvw::metrics
