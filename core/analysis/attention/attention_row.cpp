// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/attention/attention_row.h"

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

std::optional<double> learnedSinkShare(double sum) {
    constexpr double kRounding = 1e-3;  // of weights stored in 16 bits
    return sum < 1 - kRounding ? std::optional(1 - sum) : std::nullopt;
}

std::optional<double> learnedSinkShare(const Trace& trace, std::int64_t step, std::int32_t layer, std::int32_t head) {
    std::vector<std::int32_t> tokens;
    std::vector<float> values;
    if (!attentionRow(trace, step, layer, head, tokens, values) || values.empty()) {
        return std::nullopt;
    }
    return learnedSinkShare(std::accumulate(values.begin(), values.end(), 0.0));
}

namespace {

/// Returns the weight that a head puts on `tokens`, which ascend. Walks the shorter list and looks up in the longer
/// one, so a million chosen tokens cost little more than the row itself.
template <class Head>
float weightOn(const Head& head, std::span<const std::int32_t> tokens) {
    const auto count = static_cast<std::ptrdiff_t>(std::min(head.tokens.size(), head.probs.size()));
    const auto begin = head.tokens.begin(), end = begin + count;
    double weight = 0;
    if (static_cast<std::ptrdiff_t>(tokens.size()) <= count) {
        auto at = begin;
        for (const std::int32_t token : tokens) {
            at = std::lower_bound(at, end, token);
            if (at == end) {
                break;
            }
            weight += *at == token ? static_cast<double>(head.probs[static_cast<std::size_t>(at - begin)]) : 0.0;
        }
    } else {
        auto chosen = tokens.begin();
        for (std::ptrdiff_t i = 0; i < count && chosen != tokens.end(); ++i) {
            const std::int32_t token = head.tokens[static_cast<std::size_t>(i)];
            chosen = std::lower_bound(chosen, tokens.end(), token);
            weight += chosen != tokens.end() && *chosen == token
                          ? static_cast<double>(head.probs[static_cast<std::size_t>(i)])
                          : 0.0;
        }
    }
    return static_cast<float>(weight);
}

}  // namespace

std::vector<float> attentionByHead(const Trace& trace, std::int64_t step, std::int32_t layer,
                                   std::span<const std::int32_t> tokens) {
    std::vector<float> found;
    const auto rows = trace.rows(step, layer);
    if (!rows) {
        return found;
    }
    for (const auto& head : rows->heads) {
        const float weight = !tokens.empty()      ? weightOn(head, tokens)
                             : head.probs.empty() ? 0.0F
                                                  : *std::max_element(head.probs.begin(), head.probs.end());
        found.push_back(weight);
    }
    return found;
}

StepMarginals stepMarginals(const Trace& trace, std::int64_t step, std::int32_t layer,
                            std::span<const std::int32_t> tokens) {
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
