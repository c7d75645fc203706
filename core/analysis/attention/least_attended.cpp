// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/least_attended.h"

#include <algorithm>

#include "core/analysis/attention/attention_row.h"

namespace kvw {

std::vector<std::int32_t> leastAttended(const Recording& recording, std::span<const std::int32_t> candidates,
                                        std::size_t count, std::int64_t from, std::int64_t to) {
    if (!recording.hasTrace(0) || !recording.description().beginsWithFull()) {
        return {};
    }
    const Trace& full = recording.trace(0);
    std::vector<double> attention(static_cast<std::size_t>(std::max<std::int64_t>(0, full.steps())));
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    bool any = false;
    for (std::int64_t step = from; step < std::min(to, full.steps()); ++step) {
        for (std::int32_t layer = 0; layer < full.shape().layers; ++layer) {
            if (!attentionRow(full, step, layer, -1, tokens, values)) {
                continue;
            }
            any = true;
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                attention[static_cast<std::size_t>(tokens[i])] += static_cast<double>(values[i]);
            }
        }
    }
    if (!any) {
        return {};
    }
    const auto asked = [&](std::int32_t token) {
        const auto at = static_cast<std::size_t>(token);
        return token >= 0 && at < attention.size() ? attention[at] : 0.0;
    };
    std::vector<std::int32_t> order(candidates.begin(), candidates.end());
    std::sort(order.begin(), order.end());
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return asked(a) < asked(b); });
    order.resize(std::min(count, order.size()));
    std::sort(order.begin(), order.end());
    return order;
}

}  // namespace kvw
