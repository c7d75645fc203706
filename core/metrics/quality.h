// SPDX-License-Identifier: Apache-2.0
/// Quality on a fixed text: running means, perplexity and evicted mass.
///
/// Definitions: METRICS.md section 2. Sums are in double. Undefined (empty, infinite or NaN result): `std::nullopt`.
/// Pure, no allocation, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace kvw::metrics {

/// Mean of the defined values so far, for mean NLL and dNLL, and for mass over layers and steps.
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

/// Evicted mass: attention that the tokens evicted in this step had in the lane's own last row. `meanRow` [slots] is
/// the head mean, entry j of token tokens[j]; `evicted` is ascending. Nothing evicted: 0. It must not be mixed with
/// retained mass, because a policy's own row has no entries for tokens that were evicted earlier.
[[nodiscard]] std::optional<double> evictedMass(std::span<const float> meanRow, std::span<const std::int64_t> tokens,
                                                std::span<const std::int64_t> evicted);

}  // namespace kvw::metrics
