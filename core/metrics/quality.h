// SPDX-License-Identifier: Apache-2.0
/// Quality on a fixed text: NLL, perplexity, KL and agreement with the full-cache lane, retained and evicted mass.
///
/// Definitions: METRICS.md section 2. Logits [vocab] are the full row, padding rows included; natural logarithms, nats;
/// sums in double. Undefined (empty, sizes differ, token outside the row, infinite or NaN result): `std::nullopt`.
/// Pure, no allocation, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace kvw::metrics {

/// ln sum_v exp z_v, with the maximum subtracted first.
[[nodiscard]] std::optional<double> logSumExp(std::span<const float> logits);

/// NLL of token y: logsumexp(z) - z_y. The first token of a text has no logits and is not scored.
[[nodiscard]] std::optional<double> nll(std::span<const float> logits, std::int64_t y);

/// Bits per token: nll / ln 2.
[[nodiscard]] double bitsPerToken(double nll);

/// Entropy of the next-token distribution: logsumexp(z) - sum_v p_v z_v; terms with p = 0 are 0.
[[nodiscard]] std::optional<double> nextTokenEntropy(std::span<const float> logits);

/// KL to the full cache: sum_v p_full(v) (ln p_full(v) - ln p(v)), full first; terms with p_full = 0 are 0. A token
/// that the full lane expects and this lane excludes (logit -infinity) makes it infinite: none.
[[nodiscard]] std::optional<double> klToFull(std::span<const float> fullLogits, std::span<const float> logits);

/// Index of the largest logit, ties to the lowest id; NaN never wins.
[[nodiscard]] std::optional<std::int64_t> argMax(std::span<const float> logits);

/// Returns true if both lanes would choose the same token; the share over steps is a `RunningMean` of it.
[[nodiscard]] std::optional<bool> top1Agrees(std::span<const float> fullLogits, std::span<const float> logits);

/// Mean of the defined values so far, for mean dNLL, top-1 agreement, and retained mass over layers and steps.
class RunningMean {
 public:
    void add(std::optional<double> value) {
        if (value) {
            m_sum += *value;
            ++m_count;
        }
    }
    /// Joins another mean, weighted by its count.
    void merge(const RunningMean& other) {
        m_sum += other.m_sum;
        m_count += other.m_count;
    }
    [[nodiscard]] std::optional<double> value() const {
        return m_count == 0 ? std::nullopt : std::optional(m_sum / static_cast<double>(m_count));
    }
    [[nodiscard]] double sum() const { return m_sum; }
    [[nodiscard]] std::int64_t count() const { return m_count; }

 private:
    double m_sum = 0;
    std::int64_t m_count = 0;
};

/// Perplexity exp(mean NLL). Running perplexity: from the `RunningMean` after each token. Several documents: from the
/// merged means, so that each token has the same weight, not each document.
[[nodiscard]] std::optional<double> perplexity(const RunningMean& nll);

/// Perplexity of a run's summary: nll[i] belongs to token firstToken + i; only tokens >= promptTokens count.
[[nodiscard]] std::optional<double> summaryPerplexity(std::span<const double> nll, std::int64_t firstToken,
                                                      std::int64_t promptTokens);

/// Retained attention mass of one query head: the sum of the full lane's current row `fullRow` [T], indexed by token,
/// over the tokens this lane holds before the step's eviction, the current one included. `held`: any order, no token
/// twice, free slots negative. A held token outside the row (the lanes are at different steps): none. Layer: mean over
/// query heads; run: mean over layers and steps.
[[nodiscard]] std::optional<double> retainedMass(std::span<const float> fullRow, std::span<const std::int64_t> held);
[[nodiscard]] std::optional<double> retainedMass(std::span<const double> fullRow, std::span<const std::int64_t> held);

/// Evicted mass: attention that the tokens evicted in this step had in the lane's own last row. `meanRow` [slots] is
/// the head mean, entry j of token tokens[j]; `evicted` is ascending. Nothing evicted: 0. It must not be mixed with
/// retained mass, because a policy's own row has no entries for tokens that were evicted earlier.
[[nodiscard]] std::optional<double> evictedMass(std::span<const float> meanRow, std::span<const std::int64_t> tokens,
                                                std::span<const std::int64_t> evicted);

}  // namespace kvw::metrics
