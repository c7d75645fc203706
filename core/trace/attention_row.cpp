// SPDX-License-Identifier: Apache-2.0
#include "core/trace/attention_row.h"

#include <algorithm>
#include <numeric>

namespace kvw {

bool attentionRow(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t head,
                  std::vector<std::int32_t>& tokens, std::vector<float>& values) {
    tokens.clear();
    values.clear();
    const auto rows = trace.rows(step, layer);
    if (!rows || rows->heads.empty()) {
        return false;
    }
    if (head >= 0) {
        const auto& one = rows->heads[std::min(static_cast<std::size_t>(head), rows->heads.size() - 1)];
        tokens.assign(one.tokens.begin(), one.tokens.end());
        values.assign(one.probs.begin(), one.probs.end());
        return true;
    }
    std::vector<float> sums(static_cast<std::size_t>(step) + 1, -1.0F);
    const float share = 1.0F / static_cast<float>(rows->heads.size());
    for (const auto& one : rows->heads) {
        for (std::size_t i = 0; i < one.tokens.size() && i < one.probs.size(); ++i) {
            const auto token = static_cast<std::size_t>(one.tokens[i]);
            if (token < sums.size()) {
                sums[token] = std::max(sums[token], 0.0F) + one.probs[i] * share;
            }
        }
    }
    for (std::size_t token = 0; token < sums.size(); ++token) {
        if (sums[token] >= 0) {
            tokens.push_back(static_cast<std::int32_t>(token));
            values.push_back(sums[token]);
        }
    }
    return true;
}

std::vector<float> attentionByHead(const Trace& trace, std::int64_t step, std::int32_t layer,
                                   std::span<const std::int32_t> tokens) {
    std::vector<float> found;
    const auto rows = trace.rows(step, layer);
    if (!rows) {
        return found;
    }
    for (const auto& head : rows->heads) {
        float weight = 0;
        if (tokens.empty() && !head.probs.empty()) {
            weight = *std::max_element(head.probs.begin(), head.probs.end());
        }
        for (const std::int32_t token : tokens) {
            const auto place = std::lower_bound(head.tokens.begin(), head.tokens.end(), token);
            const auto at = static_cast<std::size_t>(place - head.tokens.begin());
            weight += place != head.tokens.end() && *place == token && at < head.probs.size() ? head.probs[at] : 0.0F;
        }
        found.push_back(weight);
    }
    return found;
}

StepMarginals stepMarginals(const Trace& trace, std::int64_t step, std::int32_t layer,
                            std::span<const std::int32_t> tokens) {
    tokens = tokens.first(std::min(tokens.size(), kMostMarginalTokens));
    StepMarginals found;
    for (std::int32_t each = 0; each < trace.shape().layers; ++each) {
        const std::vector<float> heads = attentionByHead(trace, step, each, tokens);
        found.layers.push_back(heads.empty() ? kMissing
                                             : std::accumulate(heads.begin(), heads.end(), 0.0) /
                                                   static_cast<double>(heads.size()));
        if (each == layer) {
            found.heads.assign(heads.begin(), heads.end());
        }
    }
    return found;
}

}  // namespace kvw
