// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/plot/maps/attention_marginals.h"

#include <algorithm>
#include <numeric>

namespace kvw::wb {

namespace {

double meanOf(const std::vector<float>& values) {
    return values.empty() ? kMissing
                          : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Returns the attention of a step on the tokens, for the head of the key or as mean over the heads.
double onTokens(const AttentionKey& key, std::int64_t step, std::span<const std::int32_t> tokens) {
    const std::vector<float> heads = attentionByHead(key.recording->trace(key.lane), step, key.layer, tokens);
    return key.head >= 0 && static_cast<std::size_t>(key.head) < heads.size()
               ? static_cast<double>(heads[static_cast<std::size_t>(key.head)])
               : meanOf(heads);
}

}  // namespace

MapMarginals marginalsOf(const AttentionSource& source, const MapWindow& window, std::span<const std::int32_t> tokens,
                         const std::function<bool()>& stale) {
    MapMarginals found;
    const std::int64_t size = std::int64_t{1} << window.level;
    const auto middle = [size](std::int64_t first, int index) {
        return static_cast<double>(first + index * size) + static_cast<double>(size - 1) / 2;
    };
    const std::int64_t published = source.pyramid().rows();
    for (int row = 0; row < window.rows && !stale(); ++row) {
        const float largest = window.largest[static_cast<std::size_t>(row)];
        if (largest < 0) {
            continue;
        }
        double given = static_cast<double>(largest);
        if (!tokens.empty()) {
            const std::int64_t first = window.row0 + row * size;
            given = kMissing;
            for (std::int64_t step = first; step < std::min(first + size, published) && !stale(); ++step) {
                given = std::fmax(given, onTokens(source.key(), step, tokens));
            }
        }
        found.steps.push_back(middle(window.row0, row));
        found.given.push_back(given);
    }
    for (std::size_t column = 0; column < window.means.size(); ++column) {
        if (window.means[column] >= 0) {
            found.tokens.push_back(middle(window.column0, static_cast<int>(column)));
            found.received.push_back(window.means[column]);
        }
    }
    return found;
}

}  // namespace kvw::wb
