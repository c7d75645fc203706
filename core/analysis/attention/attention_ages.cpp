// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/attention_ages.h"

#include <algorithm>

#include "core/analysis/attention/attention_row.h"
#include "core/metrics/age_profile.h"

namespace kvw {

std::int64_t agesBegin(std::int64_t promptTokens, std::int64_t steps) noexcept {
    return promptTokens < steps ? promptTokens : 0;
}

AttentionAges attentionAges(const Trace& trace, std::int64_t first, std::int64_t last, std::size_t bins,
                            std::int64_t mostRows, const std::function<bool()>& stale) {
    AttentionAges ages;
    first = std::max<std::int64_t>(0, first);
    last = std::min(last, trace.steps() - 1);
    const std::int64_t every =
        std::max<std::int64_t>(1, (last - first + mostRows) / std::max<std::int64_t>(1, mostRows));
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    for (std::int32_t layer = 0; layer < trace.shape().layers; ++layer) {
        metrics::AgeProfile profile(bins);
        // Goes backwards, so that the newest row is always included.
        for (std::int64_t step = last; step >= first; step -= every) {
            if (stale && stale()) {
                return {};
            }
            if (attentionRow(trace, step, layer, -1, tokens, values)) {
                profile.add(values, tokens, step);
            }
        }
        ages.layers.push_back(profile.mean());
        ages.rows = std::max(ages.rows, profile.rows());
    }
    return ages;
}

}  // namespace kvw
